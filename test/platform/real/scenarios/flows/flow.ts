import { expect } from "vitest";
import type { Answer } from "../../../../../cli/demo/kubectl.ts";
import { makeKubectl } from "../../../../../cli/demo/kubectl.ts";
import { namespace, type UserName } from "../../../../../cli/demo/platform.ts";
import type { JsonObject } from "../../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../../shared/core/object.ts";
import { deliver, sourceHeaders } from "../../../scenario-rig.ts";
import type { Recorded } from "../play.ts";

/** One resource in a world whose AppManager stands still until it is told to go on. */
export class Flow {
  readonly recorded: Recorded;
  readonly name: string;
  /** Lets everything that moves on the platform come to its end. */
  readonly move: () => void;

  constructor(recorded: Recorded, name: string, move: () => void) {
    this.recorded = recorded;
    this.name = name;
    this.move = move;
  }

  /** The platform's backdoor. */
  get admin() {
    return this.recorded.world.appManager.admin;
  }

  /** The resource's deployment on the platform, if there is one. */
  deployment() {
    const rows = [...this.admin.state().rows.values()];
    return rows.find(({ deployment: { metadata } }) => metadata.name === this.name)?.deployment;
  }

  async apply(object: KubeObject): Promise<void> {
    taken(await this.recorded.world.kubectl.apply(object, `${this.name}.yaml`));
  }

  async patch(change: object): Promise<void> {
    taken(await this.recorded.world.kubectl.patch(this.name, change));
  }

  /** A patch by somebody else than the user. */
  async patchAs(user: UserName, change: object): Promise<void> {
    const { url, tokenOf } = this.recorded.world.platform;
    taken(await makeKubectl(url, tokenOf(user), namespace).patch(this.name, change));
  }

  /** Changes `spec.deployment.spec`. */
  edit(change: JsonObject): Promise<void> {
    return this.patch({ spec: { deployment: { spec: change } } });
  }

  annotate(annotations: Readonly<Record<string, string | null>>): Promise<void> {
    return this.patch({ metadata: { annotations } });
  }

  async delete(): Promise<void> {
    taken(await this.recorded.world.kubectl.delete(this.name));
  }

  /** Throws unless a patch is refused with these words. */
  async refuses(change: object, words: string): Promise<void> {
    refused(await this.recorded.world.kubectl.patch(this.name, change), words);
  }

  /** Delivers an event about the resource, as the source does, and waits for its pass. */
  async look(): Promise<void> {
    const { status } = await deliver(this.recorded.world.functions.reconcile.url, sourceHeaders(this.name));
    expect(status).toBe(204);
  }

  /** Puts another token into the user's Secret. */
  async replaceToken(token: string): Promise<void> {
    const { url, tokenOf } = this.recorded.world.platform;
    const { status } = await fetch(`${url}/api/v1/namespaces/${namespace}/secrets/my-vvp-apikey`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${tokenOf("jane")}`, "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ data: { token: Buffer.from(token).toString("base64") } }),
    });
    expect(status).toBe(200);
  }

  /** What a user gets who calls AppManager about the deployment with the same token, past the resource: a status code. */
  async asUser(method: "PATCH" | "PUT" | "DELETE", body?: unknown): Promise<number> {
    const { url, token } = this.recorded.world.appManager;
    const { status } = await fetch(`${url}/api/v1/namespaces/default/deployments/${this.name}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return status;
  }

  /** Names a Secret, whose token nobody knows, and removes it; naming one that is not there would be refused. */
  async loseSecret(name: string): Promise<void> {
    const { url, tokenOf } = this.recorded.world.platform;
    const data = { token: Buffer.from("unknown-to-the-platform").toString("base64") };
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name, namespace }, data };
    taken(await this.recorded.world.kubectl.create(secret as KubeObject));
    await this.annotate({ apikeySecretName: name });
    const path = `${url}/api/v1/namespaces/${namespace}/secrets/${name}`;
    const headers = { authorization: `Bearer ${tokenOf("jane")}` };
    expect((await fetch(path, { method: "DELETE", headers })).status).toBe(200);
  }

  /** One tick of the PingSource, with its sweep. */
  async tick(): Promise<void> {
    expect(await this.recorded.world.tick.tick()).toMatchObject({ outcome: "delivered", status: 204 });
  }

  /** Ends the job that runs. */
  endJob(outcome: "finish" | "fail"): void {
    const running = [...this.admin.state().jobs.values()].find(({ status: { state } }) => state === "STARTED");
    expect(this.admin.endJob(running?.metadata.id ?? "", outcome)).toBe(true);
  }
}

/** Throws unless it was refused with these words. */
export function refused(answer: Answer, words: string): void {
  expect(answer.ok ? "taken" : answer.message).toContain(words);
}

function taken(answer: Answer): void {
  if (!answer.ok) throw new Error(`it was refused: ${answer.message}`);
}
