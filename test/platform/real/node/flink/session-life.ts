import { at } from "../../../../../shared/core/json.ts";
import { Life, type ToSpec } from "./life.ts";
import type { Operator } from "./operator.ts";
import type { Place } from "./place.ts";
import { FlinkResource } from "./resource.ts";
import { jobSpec, type Wanted } from "./spec.ts";

/** The job's jar, at an address and as a file. */
export interface Jar {
  readonly url: string;
  readonly file: string;
}

/** A session job, its cluster, and snapshots of it. */
export class SessionLife extends Life {
  readonly session: FlinkResource;
  readonly wanted: Wanted;
  /** The jar of the job, as a file. */
  readonly jar: string;
  readonly #place: Place;

  /** The job is named after the cluster. */
  constructor(place: Place, operator: Operator, cluster: string, wanted: Wanted, { url, file }: Jar) {
    const toSpec: ToSpec = (one, run) => ({ deploymentName: cluster, job: jobSpec(one, run, url) });
    super(new FlinkResource(place, `${cluster}-job`, { kind: "FlinkSessionJob", cluster }), operator, wanted, toSpec);
    this.wanted = wanted;
    this.jar = file;
    this.session = new FlinkResource(place, cluster);
    this.#place = place;
  }

  /** A snapshot of the job; its name says of which cluster. */
  snapshot(name: string): FlinkResource {
    return new FlinkResource(this.#place, `${this.session.name}-${name}`, {
      kind: "FlinkStateSnapshot",
      cluster: this.session.name,
    });
  }

  /** Applies a snapshot of the job; resolves with it once it is in this state. */
  async untilSnapshot(name: string, spec: object, state: string): Promise<FlinkResource> {
    const snapshot = this.snapshot(name);
    await snapshot.apply({ jobReference: { kind: "FlinkSessionJob", name: this.resource.name }, ...spec });
    await snapshot.until(`it is ${state}`, async () => (await snapshot.status("state")) === state);
    return snapshot;
  }

  /** Resolves once the job says that it waits. */
  async untilWaiting(): Promise<void> {
    await this.resource.until("it waits", async () => {
      const conditions = (at((await this.resource.read())?.status, "conditions") ??
        []) as unknown as readonly Condition[];
      return conditions.some(({ type, status }) => type === "Waiting" && status === "True");
    });
  }

  override async tell(): Promise<string[]> {
    return [...(await super.tell()), ...(await this.session.tell())];
  }
}

interface Condition {
  readonly type: string;
  readonly status: string;
}
