import fc from "fast-check";
import type { Outcome } from "../../shared/core/action.ts";
import { firstMatch } from "../../shared/core/chain.ts";
import type { ErrorCode } from "../../shared/core/error.ts";
import type { OperatorRecord } from "../../shared/core/record.ts";
import { conclude } from "../../shared/kinds/vvp-deployment/conclude.ts";
import { chain } from "../../shared/kinds/vvp-deployment/decide.ts";
import type { View } from "../../shared/kinds/vvp-deployment/view.ts";
import type { AppManagerAction, Deployment, Savepoint } from "../../shared/ports/app-manager.ts";
import { deployment, view } from "../builders/arbitrary-view.ts";
import { seeded } from "./json-arbitrary.ts";

/** How an action of a VvpDeployment went. */
export type Done = Outcome<AppManagerAction, Deployment | Savepoint | undefined>;

const runs = seeded(2_000);

/** What the chain makes of a view. */
export const decide = (one: View) => firstMatch(chain, one);

/** The types of a plan's actions. */
export const types = (plan: { actions: readonly AppManagerAction[] }) => plan.actions.map(({ type }) => type);

/** A law over every view: what must be true of the plan that the chain makes of it. */
export function law(check: (one: View, plan: ReturnType<typeof decide>["result"], rule: string) => void): void {
  fc.assert(
    fc.property(view, (one) => {
      const { result, rule } = decide(one);
      check(one, result, rule);
    }),
    runs,
  );
}

/** True for what finishes a restart that was begun: the start of the job and nothing else. */
export function isOwedStart(rule: string, { actions }: { actions: readonly AppManagerAction[] }): boolean {
  const bodies = actions.map((action) => ("body" in action ? action.body : undefined));
  return rule === "finish-restart" && JSON.stringify(bodies) === '[{"spec":{"state":"RUNNING"}}]';
}

/** A view in which nothing stands before the nonces: linked, running or not, neither held back nor deleted. */
function unhindered(one: View, linked: Deployment): View {
  const { deletionTimestamp: _gone, annotations, ...metadata } = one.object.metadata;
  const policy = annotations?.["weir.dev/nonce-policy"];
  const kept = policy === undefined ? {} : { "weir.dev/nonce-policy": policy };
  const object = { ...one.object, metadata: { ...metadata, annotations: kept } };
  const record = { ...known, ...one.record, id: "id-1", applied: one.content };
  const intents = record.intents.filter(({ key }) => key !== "create");
  return {
    ...one,
    object,
    violations: [],
    record: { ...record, intents },
    target,
    backend: { found: "own", deployment: linked },
  };
}

const target = { namespace: "default", name: "my-deployment" };

/** Where most of what can happen to a nonce happens, besides everything else. */
const likely = fc.constantFrom(
  {},
  { deployment: { state: "RUNNING" as const, desiredState: "RUNNING" }, savepoint: { found: "none" as const } },
  { deployment: { state: "RUNNING" as const, desiredState: "SUSPENDED" } },
);

/** A record of a resource without a deployment yet. */
export const known: OperatorRecord = { v: 1, uid: "uid-1", generation: 1, input: "", intents: [] };

/** The views in which nonces have their turn. */
export const nonceViews: fc.Arbitrary<View> = fc
  .tuple(view, deployment, likely)
  .map(([one, linked, { deployment: shown, ...rest }]): View => {
    return { ...unhindered(one, { ...linked, ...shown }), ...rest };
  });

/** A law over them. */
export function nonceLaw(check: (one: View, plan: ReturnType<typeof decide>["result"], rule: string) => void): void {
  fc.assert(
    fc.property(nonceViews, (one) => {
      const { result, rule } = decide(one);
      check(one, result, rule);
    }),
    runs,
  );
}

const codes: readonly ErrorCode[] = [
  "Throttled",
  "Unavailable",
  "Conflict",
  "Rejected",
  "Denied",
  "Missing",
  "Malformed",
  "Bug",
];

/** How the one action of a plan may end. */
const ending = fc.oneof(
  deployment.map((value) => ({ result: "done" as const, value })),
  fc.record({ code: fc.constantFrom(...codes), applied: fc.constantFrom("no" as const, "maybe" as const) }),
);

type Ending = typeof ending extends fc.Arbitrary<infer End> ? End : never;

function outcomesOf(actions: readonly AppManagerAction[], end: Ending): Done[] {
  return actions.map((action): Done => {
    if ("value" in end) return { action, result: "done", value: answerTo(action, end.value) };
    const fault = { code: end.code, message: "a fault", applied: end.applied };
    return { action, result: end.applied === "no" ? "failed" : "unknown", fault };
  });
}

function answerTo(action: AppManagerAction, value: Deployment): Deployment | Savepoint | undefined {
  if (action.type === "app-manager/delete") return undefined;
  if (action.type !== "app-manager/savepoint") return value;
  const { deploymentId, mark } = action.request;
  return { id: "s-1", deploymentId, mark, state: "STARTED", location: undefined };
}

/** A law over every view and every way in which its plan may end. */
export function conclusionLaw(
  check: (one: View, outcomes: readonly Done[], made: ReturnType<typeof conclude>) => void,
): void {
  fc.assert(
    fc.property(view, ending, (one, end) => {
      const { rule, result: plan } = decide(one);
      const outcomes = outcomesOf(plan.actions, end);
      check(one, outcomes, conclude({ view: one, rule, plan, outcomes }));
    }),
    runs,
  );
}
