import { hashOf } from "../../../../shared/core/hash.ts";
import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Written } from "../../../world/notation.ts";
import type { Step } from "../../../world/scenario.ts";
import { edit, fault, looksTwice } from "./nonce-parts.ts";
import { nothingMore } from "./parts.ts";

export const finalizers = ["weir.dev/finalizer"];
export const location = "s3://elsewhere/savepoint-1";
export const content = `initial/${hashOf(location).slice(0, 16)}`;
export const asks = { spec: { initialSavepointSpec: { savepointLocation: location } } };
export const forgets = { spec: { initialSavepointSpec: null } };

export const done = `True/SavepointRegistered 10 The savepoint at ${location} is registered (COMPLETED). Take initialSavepointSpec out of the spec and set the state to RUNNING.`;
export const unconfirmed = "The registration of the savepoint was sent and is not confirmed yet.";

export function intent(at: number, attempt = 1, generation = 2): JsonObject {
  return { key: "register", attempt, at, content: `${content}#${generation}` };
}

export function registers(answer = 201, generation = 2): Written {
  const request = `uid-1/${content}#${generation}`;
  const metadata = { deploymentId: "deployment-1", annotations: { "weir.dev/request": request } };
  const body = { kind: "Savepoint", apiVersion: "v1", metadata, spec: { savepointLocation: location } };
  return { [`platform POST default/savepoints ${answer}`]: body };
}

export const registered = record({ generation: 2, initial: { content, state: "COMPLETED" } });
export const sent = record({ intents: [intent(10)] });

export function told(text: string, conditions = {}, fields: JsonObject = {}, healthySince = 0): JsonObject {
  return status({
    fields: { observedGeneration: 2, ...fields },
    conditions: { InitialSavepointRegistered: text, ...conditions },
    healthySince,
  });
}

/** The field is given while the deployment is down, and the registration meets an answer. */
export function registering(other: Partial<Step>): Step {
  return {
    when: "the field is given",
    act: edit(asks),
    after: 10_000,
    rule: "register-savepoint",
    end: "settled",
    calls: [
      ...looksTwice,
      { "api patch": { record: sent } },
      registers(),
      { "api patch": { record: registered } },
      "api patch status",
    ],
    status: told(done),
    record: registered,
    ...other,
  };
}

/** The answer to the registration does not come. */
export function unanswered(shot: "resetAfterCommit" | "resetBeforeCommit"): Step {
  const message = "AppManager did not answer register a savepoint of deployment default/deployment-1: ECONNRESET";
  return registering({
    act: (world) => {
      fault({ kind: shot, method: "POST" })(world);
      edit(asks)(world);
    },
    end: "waiting",
    calls: [...looksTwice, { "api patch": { record: sent } }, registers(0), "api patch status"],
    status: told(
      `Unknown/RegistrationPending 10 ${unconfirmed}`,
      { Consistent: `Unknown/AppManagerUnreachable 10 ${message}` },
      { observedGeneration: 1 },
      10,
    ),
    record: sent,
  });
}

export const denial =
  "AppManager answered 403 to register a savepoint of deployment default/deployment-1: The platform failed. " +
  "(the token is that of the Secret my-deploy-namespace/my-vvp-apikey)";
export const withheldText = `The savepoint was not registered: ${denial}. Check the token and its rights; it is tried a few times more.`;
export const givenUp = record({
  generation: 2,
  initial: { content, state: "FAILED", message: `The platform has confirmed none of 5 requests: ${denial}.` },
});

export function withheldIntent(attempt: number): JsonObject {
  const at = attempt === 1 ? 10 : 11 + (attempt - 1) * 60;
  return { ...intent(at, attempt), refused: denial };
}

/** One of the tries of a token that may not register. */
export function withheld(attempt: number): Step {
  const { refused: _answer, ...sending } = withheldIntent(attempt);
  const generation = attempt === 1 ? 1 : 2;
  const after = record({ generation, intents: [withheldIntent(attempt)] });
  return registering({
    when: `try ${attempt}`,
    act: (world) => {
      fault({ kind: "error", status: 403, method: "POST" })(world);
      if (attempt === 1) edit(asks)(world);
    },
    after: attempt === 1 ? 10_000 : 60_000,
    end: "waiting",
    calls: [
      ...(attempt === 1 ? looksTwice : ["api get", "api secret my-vvp-apikey", ...looksTwice.slice(1)]),
      { "api patch": { record: record({ generation, intents: [sending] }) } },
      registers(403),
      { "api patch": { record: after } },
      ...(attempt === 1 ? ["api patch status"] : []),
    ],
    status: told(`Unknown/RegistrationPending 10 ${withheldText}`, {}, { observedGeneration: generation }),
    record: after,
  });
}

export const stateless = record({ generation: 3, applied: "content-2" });
export const quiet: Step = { ...nothingMore("a tick"), calls: looks };

/** `spec.initialSavepointSpec`: an external savepoint for the first start (X12). */
export function refusedRecord(): JsonValue {
  const message =
    "AppManager answered 400 to register a savepoint of deployment default/deployment-1: The platform failed.";
  return record({ generation: 2, initial: { content, state: "FAILED", message } });
}
