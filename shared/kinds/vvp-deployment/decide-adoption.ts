import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { adoptIntent, whyNotAdopted } from "./adoption.ts";
import { toTime } from "./instant.ts";
import { openIntent } from "./open-intents.ts";
import { refusalLeft } from "./projection.ts";
import type { View } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

/** Marks a deployment as ours and changes nothing else of it; the spec is projected by the next pass. */
export const adopt: Rule = {
  name: "adopt",
  why: "Only what nobody manages, by the user's own leave; on record first, since the answer may be lost (D6).",
  decide: (view) => {
    const { backend, caller, owner, record, content, now } = view;
    if (backend.found !== "foreign" || whyNotAdopted(view, backend.deployment) !== undefined) return undefined;
    if (refusalLeft(view) > 0) {
      return { why: "The platform refused this adoption; it is tried again when the spec changes.", actions: [] };
    }
    const { namespace, id, name } = backend.deployment;
    const attempt = (openIntent(record, adoptIntent)?.attempt ?? 0) + 1;
    return {
      why: `Deployment ${name} is taken over as it is.`,
      intents: [{ key: adoptIntent, attempt, at: now, content }],
      actions: [{ type: "app-manager/adopt", caller, ref: { namespace, idOrName: id }, owner }],
      revisit: "moving",
    };
  },
};

/** Part of the deletion chain. */
export const awaitDoubtfulAdoption: Rule = {
  name: "await-doubtful-adoption",
  why: "An adoption of unknown outcome may still be applied; letting go now would leave a lock that nobody holds.",
  decide: ({ backend, record, settings }) => {
    const intent = openIntent(record, adoptIntent);
    if (backend.found !== "foreign" || intent === undefined) return undefined;
    const end = toTime(intent.at + settings.quarantineMs);
    const why = `An adoption that was not confirmed may still be applied; deletion goes on after ${end}.`;
    return { why, actions: [], revisit: "waiting" };
  },
};
