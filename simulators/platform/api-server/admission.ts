import { attributesOf } from "./admission-attributes.ts";
import type { Admit } from "./handle-write.ts";
import { checkPolicies } from "./policy.ts";
import { ApiError, withWarnings } from "./status-error.ts";
import { askWebhooks, type WebhookContext } from "./webhook.ts";

/** Admission as the real server orders it: policies first, webhooks only if no policy refuses. */
export function makeAdmit(context: WebhookContext): Admit {
  return async (change, user) => {
    const attributes = attributesOf(context.store, change, user);
    const warnings = checkPolicies(context.store, attributes);
    try {
      return [...warnings, ...(await askWebhooks(context, attributes))];
    } catch (error) {
      throw error instanceof ApiError ? withWarnings(error, warnings) : error;
    }
  };
}
