import { isObject, type JsonValue } from "../../../shared/core/json.ts";
import { noJars } from "../../../simulators/flink/jars.ts";
import { neverAsked } from "../../../simulators/flink/metrics.ts";
import { answer } from "../../../simulators/flink/rest.ts";
import { usualSettings } from "../../../simulators/flink/settings.ts";
import type { Process } from "../../../simulators/flink/state.ts";

/** A session cluster of the simulator, as the recordings' own was configured. */
export function simulatedSession(version: string): Process {
  return {
    rest: { port: 8081, scheme: "http" },
    cluster: "flink/session",
    version,
    startedAt: 0,
    durations: { jobStartMs: 200, cancelMs: 200, savepointMs: 100 },
    storage: new Map(),
    configuration: new Map(),
    settings: { ...usualSettings, checkpointIntervalMs: 1_000, checkpointDir: "file:/state/checkpoints" },
    jobs: new Map(),
    pending: undefined,
    ...noJars(),
    ...neverAsked(),
    slots: () => 4,
    isDone: () => false,
    onStart: () => {},
    onRescale: () => {},
    onEnd: () => {},
    onCheckpoint: () => {},
  };
}

/** A job that fails by itself, whose start was not recorded. */
export function startFailing(process: Process, jobId: string, now: number): void {
  const [jar = ""] = process.jars.keys();
  const body = { entryClass: "AcceptanceJob", jobId, programArgsList: ["--fail-after", "500"] };
  answer(process, { method: "POST", path: `/jars/${jar}/run`, body }, now);
}

/** Where a simulated answer says what the recorded one does not: another type, or a field that Flink does not send. */
export function strayFields(simulated: JsonValue, recorded: JsonValue, path = ""): readonly string[] {
  if (simulated === null || recorded === null) return [];
  if (Array.isArray(simulated) && Array.isArray(recorded)) {
    return simulated.flatMap((one) => {
      const found = recorded.map((known) => strayFields(one, known, `${path}[]`));
      return found.sort((left, right) => left.length - right.length)[0] ?? [];
    });
  }
  if (isObject(simulated) && isObject(recorded)) {
    return Object.entries(simulated).flatMap(([key, value]) => {
      const known = recorded[key];
      return known === undefined ? [`${path}.${key}`] : strayFields(value, known, `${path}.${key}`);
    });
  }
  return typeof simulated === typeof recorded ? [] : [`${path}: ${typeof simulated}`];
}

/** What the adapter reads of an answer, without ids, numbers and folders; of a list each different element once, of a stack its head. */
export function meaningOf(value: unknown): unknown {
  if (typeof value === "number") return "number";
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(meaningOf(one)));
    return [...new Set(texts)].sort().map((text) => JSON.parse(text));
  }
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      meaningOf(key === "stack" && Array.isArray(one) ? one.slice(0, 1) : one),
    ]),
  );
}

function plain(text: string): string {
  return (
    text
      // The recorded job names itself in its code, which the simulator does not run.
      .replace(/^(acceptance|smoke)$/, "job")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}_/g, "")
      .replace(/^[0-9a-f]{7} @ [\dT:+-]+$/, "commit @ date")
      .replace(/<RUN_DIR>/g, "/run")
      .replace(/(file:)?\/+[^\s']*\//g, "…/")
      .replace(/savepoint-[0-9a-f]{6}-\w+/g, "savepoint")
      .replace(/chk-[\w-]+/g, "chk")
      .replace(/\d+/g, "n")
  );
}
