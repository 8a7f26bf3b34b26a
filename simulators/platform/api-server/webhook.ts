import { isExempt, matchesRule, matchesSelectors } from "./admission-match.ts";
import type { Attributes } from "./attributes.ts";
import { makeVariables, matchConditions } from "./expression.ts";
import { type Json, listAt, textAt } from "./json.ts";
import { ApiError, badRequest, forbidden, internalError, withWarnings } from "./status-error.ts";
import type { Store } from "./store.ts";
import { callWebhook, type ResolveService, type Verdict } from "./webhook-call.ts";

/** What webhooks need from outside. */
export interface WebhookContext {
  readonly store: Store;
  readonly uid: () => string;
  readonly resolveService: ResolveService | undefined;
}

/** Asks every matching webhook of the ValidatingWebhookConfigurations at once. Returns warnings; throws the refusal. */
export async function askWebhooks(context: WebhookContext, attributes: Attributes): Promise<string[]> {
  if (isExempt(attributes)) return [];
  const hooks = webhooksOf(context.store).filter((hook) => matches(hook, attributes));
  const verdicts = await Promise.all(hooks.map((hook) => ask(context, hook, attributes)));
  const warnings = verdicts.flatMap((verdict) => verdict.warnings);
  for (const verdict of verdicts) if (verdict.refusal) throw withWarnings(verdict.refusal, warnings);
  return warnings;
}

function webhooksOf(store: Store): Json[] {
  const group = "admissionregistration.k8s.io";
  const resource = store.resources.find(group, "v1", "validatingwebhookconfigurations");
  return resource ? store.all(resource).flatMap((configuration) => listAt(configuration, "webhooks")) : [];
}

function matches(hook: Json, attributes: Attributes): boolean {
  if (!matchesSelectors(hook, attributes)) return false;
  if (!listAt(hook, "rules").some((rule) => matchesRule(rule, attributes))) return false;
  const conditions = listAt(hook, "matchConditions");
  if (conditions.length === 0) return true;
  const result = matchConditions(conditions, makeVariables(attributes, undefined));
  if (result === "match" || result === "no match") return result === "match";
  if (!failsClosed(hook)) return false;
  throw forbidden(attributes.resource, attributes.name, result.error);
}

function failsClosed(hook: Json): boolean {
  return textAt(hook, "failurePolicy") !== "Ignore";
}

interface Outcome {
  readonly refusal?: ApiError;
  readonly warnings: readonly string[];
}

async function ask(context: WebhookContext, hook: Json, attributes: Attributes): Promise<Outcome> {
  const name = textAt(hook, "name");
  if (attributes.dryRun && !["None", "NoneOnDryRun"].includes(textAt(hook, "sideEffects"))) {
    return { refusal: badRequest(`admission webhook "${name}" does not support dry run`), warnings: [] };
  }
  const verdict = await callWebhook(hook, attributes, context);
  if (verdict.kind === "failed") {
    const error = internalError(`failed calling webhook "${name}": ${verdict.error}`);
    return failsClosed(hook) ? { refusal: error, warnings: [] } : { warnings: [] };
  }
  if (verdict.allowed) return { warnings: verdict.warnings };
  return { refusal: refusalOf(name, verdict), warnings: verdict.warnings };
}

/** The answer that a webhook's refusal becomes. */
function refusalOf(name: string, verdict: Extract<Verdict, { kind: "answered" }>): ApiError {
  const { message, reason, code, details } = verdict.status;
  const why = message ? `: ${message}` : reason ? `: ${reason}` : " without explanation";
  const status = Math.max(code, 400);
  return new ApiError(status, reason, `admission webhook "${name}" denied the request${why}`, details);
}
