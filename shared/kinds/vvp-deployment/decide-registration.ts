import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { afterVerdicts } from "./accept-nonces.ts";
import { dueRegistration, isDown, registerIntent, requestFor } from "./initial-savepoint.ts";
import { toTime } from "./instant.ts";
import { openIntent, withIntent } from "./open-intents.ts";
import { markOf } from "./savepoint.ts";
import { ours, type View } from "./view.ts";

/** Registers a savepoint that lies elsewhere, so that the first start begins with it (X12). */
export const registerSavepoint: Decision<View, Plan<AppManagerAction>> = {
  name: "register-savepoint",
  why: "X12: while nothing runs. The intent goes on record first, and a registration is found again by its mark (D6).",
  decide: (view) => {
    const { record, registration: look, caller, owner, now, settings } = view;
    const [deployment, due] = [ours(view), dueRegistration(view)];
    if (record === undefined || deployment === undefined || due === undefined || !isDown(deployment)) return undefined;
    if (look.found === "unknown") {
      return { why: `The savepoint cannot be looked for: ${look.fault.message}`, actions: [], revisit: "waiting" };
    }
    if (look.found === "one") return { why: "The savepoint is being registered.", actions: [], revisit: "moving" };
    const intent = openIntent(record, registerIntent);
    if (intent !== undefined && now < intent.at + settings.quarantineMs) {
      const end = toTime(intent.at + settings.quarantineMs);
      const why = `The registration was not confirmed; unless it shows up, it is sent again after ${end}.`;
      return { why, actions: [], revisit: "waiting" };
    }
    const content = intent?.content ?? requestFor(due, view);
    const { namespace, id: deploymentId } = deployment;
    const request = { namespace, deploymentId, mark: markOf(owner.uid, content), location: due.location };
    const sent = { key: registerIntent, attempt: (intent?.attempt ?? 0) + 1, at: now, content };
    return {
      why: "The savepoint that initialSavepointSpec names is registered.",
      intents: withIntent(afterVerdicts(record, view).intents, sent),
      actions: [{ type: "app-manager/savepoint", caller, request }],
    };
  },
};
