import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { at, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { kstatusOf } from "../../world/kstatus.ts";
import { flinkExample } from "./flink-rig.ts";

const folder = join(import.meta.dirname, "../../../examples/gitops");
const read = (name: string): JsonValue => parse(readFileSync(join(folder, `${name}.yaml`), "utf8"));
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);

/** The resource of a manifest of the guide, looked at until it rests. */
async function reconciled(...names: readonly string[]): Promise<{ world: FlinkWorld; last: KubeObject | undefined }> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob]);
  const objects = names.map(flinkExample);
  for (const object of objects) {
    const jar = at(object.spec, "job", "jarURI");
    if (typeof jar === "string") world.artifacts.files.set(jar, "com.example.Job\n");
    world.cluster.create(object);
    const key = `${object.metadata.namespace ?? "flink"}/${object.metadata.name}`;
    for (const _round of ["deployed", "seen to run"]) {
      await world.follow(key);
      world.skip(12_000);
    }
    await world.pass(key);
  }
  const { namespace = "flink", name = "" } = objects.at(-1)?.metadata ?? {};
  return { world, last: world.find(`${namespace}/${name}`) };
}

describe("the complete manifests of the guide", () => {
  it.each([
    { names: ["application"], job: "RUNNING" },
    { names: ["session-cluster"], job: undefined },
    { names: ["session-cluster", "session-job"], job: "RUNNING" },
    { names: ["sql-job"], job: "RUNNING" },
    { names: ["autoscaled-application"], job: "RUNNING" },
  ])("$names: what they ask for runs, and kstatus says so", async ({ names, job }) => {
    const { last } = await reconciled(...names);
    expect(last?.status).toMatchObject({ lifecycleState: "STABLE" });
    expect(at(last?.status, "jobStatus", "state")).toBe(job);
    expect(kstatusOf(last as unknown as JsonObject)).toBe("Current");
  });
});

describe("the guide's manifests for tools around Flink resources", () => {
  it("are all here", () => {
    expect(readdirSync(folder).sort()).toEqual([
      "argocd-application.yaml",
      "external-secret.yaml",
      "flux-kustomization.yaml",
    ]);
  });

  it("Argo CD goes to the namespace of the application, and ignores only fields that there are", () => {
    const application = read("argocd-application");
    expect(at(application, "spec", "destination", "namespace")).toBe(flinkExample("application").metadata.namespace);
    const [{ group, kind, jsonPointers }] = listOf(at(application, "spec", "ignoreDifferences")) as unknown as [
      { group: string; kind: string; jsonPointers: string[] },
    ];
    expect({ group, kind }).toEqual({ group: flinkDeployment.names.group, kind: flinkDeployment.names.kind });
    const schema = z.toJSONSchema(z.object(flinkDeployment.schema), { io: "input", unrepresentable: "any" });
    const fieldAt = (pointer: string) =>
      pointer
        .split("/")
        .slice(1)
        .reduce<JsonValue | undefined>((node, step) => at(node, "properties", step), schema as unknown as JsonValue);
    expect(jsonPointers.filter((pointer) => fieldAt(pointer) === undefined)).toEqual([]);
    expect(fieldAt("/spec/job/nothing")).toBeUndefined();
  });

  it("Flux waits for the application, which is Current to it once the job runs", async () => {
    const [check] = listOf(at(read("flux-kustomization"), "spec", "healthChecks"));
    const { world } = await reconciled("application");
    const object = world.find(`${at(check, "namespace")}/${at(check, "name")}`);
    expect(object).toMatchObject({ apiVersion: at(check, "apiVersion"), kind: at(check, "kind") });
    expect(kstatusOf(object as unknown as JsonObject)).toBe("Current");
  });

  it("the External Secrets Operator makes the Secret that the variable comes from, in the application's namespace", () => {
    const secret = read("external-secret");
    const [container] = listOf(at(flinkExample("fragments/secret-variable").spec, "podTemplate", "spec", "containers"));
    const [variable] = listOf(at(container, "env"));
    const { name, key } = at(variable, "valueFrom", "secretKeyRef") as { name: string; key: string };
    expect(at(secret, "spec", "target", "name")).toBe(name);
    expect(at(secret, "metadata", "namespace")).toBe(flinkExample("application").metadata.namespace);
    expect(listOf(at(secret, "spec", "data")).map((one) => at(one, "secretKey"))).toContain(key);
  });
});
