import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../../../../cli/demo/manifests.ts";
import { stateMapOf } from "../../../../../shared/adapters/autoscaler/config-map-store.ts";
import { fromText } from "../../../../../shared/adapters/autoscaler/config-map-text.ts";
import { connectDatabase } from "../../../../../shared/adapters/autoscaler/sql/connect.ts";
import { makeSqlStore } from "../../../../../shared/adapters/autoscaler/sql/state-store.ts";
import type { JobContext } from "../../../../../shared/autoscaler/cycle/job-context.ts";
import { at } from "../../../../../shared/core/json.ts";
import { type Autoscaler, adaptiveSession, autoscaledApplication, autoscalerOptions } from "./bottleneck.ts";
import { namespace, type Place } from "./place.ts";

const byHand = "a".repeat(32);

/** `weir autoscaler` as a process of its own, over a job that was run by hand on a session cluster. */
export class StandaloneAutoscaler implements Autoscaler {
  readonly #lines: string[] = [];
  #process: ChildProcess | undefined;
  #store = "";

  async begin({ resource, wanted, jar, args }: Parameters<Autoscaler["begin"]>[0]): Promise<void> {
    await resource.apply(adaptiveSession(wanted));
    await resource.untilState("STABLE");
    await resource.runByHand(jar, byHand, { name: wanted.release.name, programArgs: args });
    this.#store = join(await mkdtemp(join(tmpdir(), "weir-autoscaler-")), "state");
    const options = Object.entries(autoscalerOptions).flatMap(([key, value]) => ["-D", `${key}=${value}`]);
    const place = ["--flink", `real=${resource.url}`, "--store", `sqlite:${this.#store}`];
    const command = ["cli/weir.ts", "autoscaler", ...place, "--interval", "5 s", ...options];
    const child = spawn(process.execPath, command, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on("line", (line) => this.#add(line));
    this.#process = child;
  }

  #add(line: string): void {
    this.#lines.push(line);
  }

  async state() {
    const database = await connectDatabase({ url: `sqlite:${this.#store}` });
    try {
      const job: JobContext = { key: `real/${byHand}`, jobId: byHand, status: "RUNNING", configuration: {}, now: 0 };
      return (await makeSqlStore(database, Date.now).load(job, AbortSignal.timeout(10_000)))?.state;
    } finally {
      await database.db.destroy();
    }
  }

  said(): readonly string[] {
    return this.#lines;
  }

  /** Ends it as a user does. */
  async end(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
}

/** Weir's own autoscaler, over an application that a user has applied. */
export function makeOperatorAutoscaler({ call }: Place): Autoscaler {
  return {
    begin: async (job) => {
      await job.resource.apply(autoscaledApplication(job));
      await job.resource.untilState("STABLE", "RUNNING");
    },
    state: async ({ resource: { kind, name } }) => {
      const map = stateMapOf({ namespace, kind, name }).name;
      const { body } = await call("GET", `/api/v1/namespaces/${namespace}/configmaps/${map}`);
      const text = at(body, "data", "state");
      return typeof text === "string" ? fromText(text) : undefined;
    },
    said: () => [],
  };
}
