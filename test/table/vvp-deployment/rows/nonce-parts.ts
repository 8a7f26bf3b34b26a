import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, type StatusChange, status } from "../../../world/expected.ts";
import type { Written } from "../../../world/notation.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";

/** A resource whose job has come up in the two seconds before a row begins. */
export const running = { given: "PATCH", with: wanted("RUNNING") } as const satisfies Partial<Row>;

/** An edit of the resource. */
export function edit(patch: JsonObject) {
  return (world: World) => world.cluster.edit("my-deployment", patch);
}

/** An edit that asks by nonces, and may change more at the same time. */
export function ask(nonces: { savepointNonce?: number | null; restartNonce?: number | null }, more: JsonObject = {}) {
  return edit(mergePatch({ spec: nonces }, more) as JsonObject);
}

/** A merge patch of annotations. */
export function note(annotations: JsonObject): JsonObject {
  return { metadata: { annotations } };
}

/** What goes wrong with the next request of a method whose path holds a text. */
export function fault(shot: NonNullable<Parameters<World["admin"]["configure"]>[0]["next"]>[number]) {
  return (world: World) => world.admin.configure({ next: [...(world.admin.config().next ?? []), shot] });
}

/** The status of a resource whose job runs. */
export function runs({ fields = {}, ...rest }: StatusChange = {}): JsonObject {
  return status({ fields: { observedSpecState: "RUNNING", actualState: "RUNNING", ...fields }, ...rest });
}

/** The look at a deployment and at its savepoints. */
export const looksTwice = [...looks, "platform GET default/savepoints?deploymentId=deployment-1 200"] as const;

/** A savepoint that is asked for, and the answer. */
export function savepointCall(content: string, answer = 201): Written {
  const metadata = { deploymentId: "deployment-1", annotations: { "weir.dev/request": `uid-1/${content}` } };
  const body = { kind: "Savepoint", apiVersion: "v1", metadata, spec: {} };
  return { [`platform POST default/savepoints ${answer}`]: body };
}

/** A template with the mark of a restart. */
export function marked(content: string): JsonObject {
  return { template: { metadata: { annotations: { "weir.dev/restart": content } } } };
}

/** A restart by its mark alone, and the answer. */
export function restartCall(content: string, answer = 200): Written {
  return { [`platform PATCH default/deployment-1 ${answer}`]: { spec: marked(content) } };
}

/** A change of the state alone, and the answer. */
export function stateCall(state: string, answer = 200): Written {
  return { [`platform PATCH default/deployment-1 ${answer}`]: { spec: { state } } };
}

/** An accepted request. */
export function request(key: "savepoint" | "restart", at: number, content: string, attempt = 1): JsonObject {
  return { key, attempt, at, content };
}

/** What is remembered of a nonce whose value was accepted. */
export function accepted(value: number, other: JsonObject = {}): JsonObject {
  return { observed: value, burnt: [], ...other };
}

/** What is remembered of a nonce whose value was submitted. */
export function done(value: number): JsonObject {
  return accepted(value, { processed: value });
}

/** What is remembered of a nonce whose values were consumed without effect. */
export function blocked(burnt: number[], why: string, other: JsonObject = {}): JsonObject {
  return { observed: burnt.at(-1) ?? 0, burnt, blocked: why, ...other };
}

/** The record of the generation with those nonces. */
export function remembered(generation: number, nonces: JsonObject, other: JsonObject = {}): JsonObject {
  return record({ generation, nonces, ...other });
}

/** What NonceAligned says once values were submitted. */
export function processed(texts: string, since = 0): { NonceAligned: string } {
  return { NonceAligned: `True/NoncesProcessed ${since} Processed: ${texts}.` };
}

/** What it says of a consumed value. */
export function blockedText(name: "savepoint" | "restart", value: number, why: string): string {
  const advice = `When the job is RUNNING, set ${name}Nonce to a new value; ${value} is consumed.`;
  return `The ${name} was not made, because ${why}. ${advice}`;
}

/** A write of record, as it is in a trace. */
export function writes(value: JsonValue): Written {
  return { "api patch": { record: value } };
}

/** Ends the job that runs: it fails for good, or finishes. */
export function endJob(outcome: "finish" | "fail") {
  return (world: World) => {
    world.admin.editSpec("default", "my-deployment", { maxJobCreationAttempts: 1 });
    const started = [...world.platform.state.jobs.values()].find(({ status: { state } }) => state === "STARTED");
    world.admin.endJob(started?.metadata.id ?? "", outcome);
  };
}

/** The job fails, and the platform starts it again. */
export function failOnce(world: World): void {
  const [job] = [...world.platform.state.jobs.keys()];
  world.admin.endJob(job ?? "", "fail");
}

/** The record before the savepoint of value 1 is sent at second 2, after the platform confirmed it, and once it has ended. */
export const savepointRecords = {
  sent: remembered(1, { savepoint: accepted(1), accepted: 1 }, { intents: [request("savepoint", 2, "1#1")] }),
  taking: remembered(2, { savepoint: done(1), accepted: 1, taking: { content: "1#1", since: 2 } }),
  taken: remembered(2, { savepoint: done(1), accepted: 1 }),
};

/** The status once the savepoint of value 1 was submitted. */
export const savepointStatus = runs({
  fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
  conditions: processed("savepointNonce 1"),
});

/** The pass that takes the savepoint of value 1. */
export function takesSavepoint(change: Partial<Step> = {}): Step {
  const { sent, taking } = savepointRecords;
  return {
    when: "savepointNonce changes",
    act: ask({ savepointNonce: 1 }),
    rule: "take-savepoint",
    end: "moving",
    calls: [...looks, writes(sent), savepointCall("1#1"), writes(taking), "api patch status"],
    status: savepointStatus,
    record: taking,
    ...change,
  };
}

const asking = "take a savepoint of deployment default/deployment-1";
/** What is said of a savepoint request without an answer. */
export const pendingSavepoint =
  "Unknown/NoncesPending 2 The savepoint for savepointNonce 1 is accepted and not confirmed yet.";

/** The pass in which that savepoint is asked for and no answer comes; it was not taken. */
export const losesSavepoint: Step = takesSavepoint({
  act: (world) => {
    fault({ kind: "resetBeforeCommit", method: "POST" })(world);
    ask({ savepointNonce: 1 })(world);
  },
  end: "waiting",
  calls: [...looks, writes(savepointRecords.sent), savepointCall("1#1", 0), "api patch status"],
  status: runs({
    conditions: {
      Consistent: `Unknown/AppManagerUnreachable 2 AppManager did not answer ${asking}: ECONNRESET`,
      NonceAligned: pendingSavepoint,
    },
    healthySince: 2,
  }),
  record: savepointRecords.sent,
});

/** The record before the restart for value 1 is sent at second 2, and once the platform took it. */
export const restartRecords = {
  sent: remembered(1, { restart: accepted(1), accepted: 1 }, { intents: [request("restart", 2, "1#1", 0)] }),
  taken: remembered(2, { restart: done(1), accepted: 1, restarted: "1#1" }),
};

/** The status once the restart for value 1 was submitted. */
export function restartStatus(actualState: string): JsonObject {
  return runs({
    fields: { observedGeneration: 2, actualState, lastProcessedTriggerNonce: 1 },
    conditions: processed("restartNonce 1"),
  });
}

/** The pass that restarts the job for value 1. */
export function restarts(change: Partial<Step> = {}): Step {
  const { sent, taken } = restartRecords;
  return {
    when: "restartNonce changes",
    act: ask({ restartNonce: 1 }),
    rule: "restart",
    end: "moving",
    calls: [...looks, writes(sent), restartCall("1#1"), writes(taken), "api patch status"],
    status: restartStatus("TRANSITIONING"),
    record: taken,
    ...change,
  };
}

/** A pass that finds nothing to do and writes nothing, also where an open request has it look at savepoints. */
export function quiet(when: string, change: Partial<Step> = {}): Step {
  return { when, rule: "rest", end: "settled", calls: looks, status: "same", record: "same", ...change };
}
