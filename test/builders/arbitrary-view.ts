import fc from "fast-check";
import type { ErrorCode } from "../../shared/core/error.ts";
import { hashOf } from "../../shared/core/hash.ts";
import type { JsonObject } from "../../shared/core/json.ts";
import type { NonceMemory } from "../../shared/core/nonces.ts";
import type { Intent, OperatorRecord } from "../../shared/core/record.ts";
import type { VvpDeployment } from "../../shared/kinds/vvp-deployment/schema.ts";
import type { Backend, SavepointLook, View } from "../../shared/kinds/vvp-deployment/view.ts";
import type { ActualState, Autopilot, Deployment } from "../../shared/ports/app-manager.ts";
import { usualSettings } from "./settings.ts";
import { vvpDeployment } from "./vvp-deployment.ts";

/** When every arbitrary view is looked at. */
export const instant = Date.UTC(2026, 0, 1);

const wishes = ["RUNNING", "SUSPENDED", "CANCELLED"] as const;
const actual: readonly ActualState[] = [...wishes, "TRANSITIONING", "FAILED", "FINISHED"];
const codes: readonly ErrorCode[] = ["Throttled", "Unavailable", "Rejected", "Denied", "Missing", "Malformed", "Bug"];
const owner = { instanceId: "my-operator", uid: "uid-1" };

/** What the platform may say of Autopilot. */
const autopilot: fc.Arbitrary<Autopilot | undefined> = fc.oneof(
  fc.constantFrom<(Autopilot | undefined)[]>(undefined, { mode: "UNKNOWN", why: "it is not an object" }),
  fc.record({
    mode: fc.constantFrom("DISABLED", "MONITORING", "ACTIVE"),
    parallelism: fc.constantFrom(undefined, 4, 8),
    scaling: fc.constantFrom(undefined, false, true),
  }),
);

/** A deployment as the platform may show it, in any combination of wish and state. */
export const deployment: fc.Arbitrary<Deployment> = fc
  .record({
    desired: fc.constantFrom(...wishes, undefined),
    state: fc.constantFrom(...actual),
    by: fc.constantFrom(owner, undefined),
    upgrade: fc.constantFrom("STATEFUL", "NONE"),
    mark: fc.constantFrom("1#1", "0#0"),
    on: fc.constantFrom("default", "default", "elsewhere"),
    said: autopilot,
  })
  .map(({ desired, state, by, upgrade, mark, on, said }) => ({
    ...(said !== undefined && { autopilot: said }),
    id: "id-1",
    name: "my-deployment",
    namespace: "default",
    owner: by,
    desiredState: desired,
    state,
    rawState: state,
    metadata: {},
    spec: {
      deploymentTargetName: on,
      upgradeStrategy: { kind: upgrade },
      template: { metadata: { annotations: { "weir.dev/restart": mark } } },
    },
  }));

const backend: fc.Arbitrary<Backend> = fc.oneof(
  deployment.map((one): Backend => ({ found: "own", deployment: one })),
  deployment.map((one): Backend => ({ found: "foreign", deployment: one })),
  fc.constant<Backend>({ found: "missing" }),
  fc.constant<Backend>({ found: "unasked" }),
  fc.tuple(fc.constantFrom(...codes), fc.constantFrom({}, { retryAfterMs: 9e15 })).map(
    ([code, wait]): Backend => ({
      found: "unknown",
      fault: { code, message: `a fault of kind ${code}`, applied: "no", ...wait },
    }),
  ),
);

const known = {
  v: 1,
  uid: "uid-1",
  generation: 1,
  input: "",
  target: { namespace: "default", name: "my-deployment" },
} as const;

const memory: fc.Arbitrary<NonceMemory> = fc.record(
  {
    observed: fc.constantFrom(0, 1, 2),
    processed: fc.constantFrom(0, 1),
    failed: fc.constantFrom(0, 1),
    burnt: fc.constantFrom([], [1], [1, 2]),
    blocked: fc.constant("the job was CANCELLED"),
    waiting: fc.constantFrom({ value: 1, since: instant - 1_000 }, { value: 1, since: 0 }),
  },
  { requiredKeys: ["burnt"] },
);

const request = (key: string): fc.Arbitrary<Intent> =>
  fc.record(
    {
      key: fc.constant(key),
      attempt: fc.constantFrom(0, 1, 2, ...(key === "savepoint" ? [5] : [])),
      at: fc.constantFrom(instant - 1_000, instant - 100_000, 0),
      content: fc.constantFrom("1#1", "-7#3"),
      refused: fc.constant("the platform said no"),
    },
    { requiredKeys: ["key", "attempt", "at", "content"] },
  );

const savepoint: fc.Arbitrary<SavepointLook> = fc.oneof(
  fc.constantFrom<SavepointLook>({ found: "unasked" }, { found: "none" }),
  fc.constantFrom("STARTED", "COMPLETED", "FAILED").map((state): SavepointLook => {
    return {
      found: "one",
      savepoint: { id: "s-1", deploymentId: "id-1", mark: "uid-1/1#1", state, location: undefined },
    };
  }),
  fc.constantFrom(...codes).map((code): SavepointLook => {
    return { found: "unknown", fault: { code, message: `a fault of kind ${code}`, applied: "no" } };
  }),
);

function record(content: string): fc.Arbitrary<OperatorRecord | undefined> {
  const creation = { key: "create", attempt: 1, content: "before" };
  const rejection = { hash: content, message: "refused before" };
  const some = fc.record(
    {
      id: fc.constant("id-1"),
      applied: fc.constantFrom(content, "before"),
      rejected: fc.constantFrom({ ...rejection, at: instant - 1_000 }, { ...rejection, at: 0 }),
      scaling: fc.constantFrom<NonNullable<OperatorRecord["scaling"]>[]>(
        { since: instant - 1_000 },
        { since: 0 },
        { since: 0, at: instant },
      ),
      late: fc.constantFrom<NonNullable<OperatorRecord["late"]>[]>(
        { at: instant - 1_000 },
        { at: instant - 1_000, creates: true },
        { at: 0, creates: true },
      ),
      corrected: fc.constantFrom({ at: instant - 1_000 }, { at: 0 }),
      intents: fc.oneof(
        fc.constantFrom([], [{ ...creation, at: instant - 1_000 }], [{ ...creation, at: 0 }]),
        fc.subarray(["savepoint", "restart"]).chain((keys) => fc.tuple(...keys.map(request))),
      ),
      nonces: fc.record(
        {
          accepted: fc.constant(3),
          savepoint: memory,
          restart: memory,
          taking: fc.constantFrom({ content: "1#1", since: instant - 1_000 }, { content: "1#1", since: 0 }),
          restarted: fc.constant("0#0"),
        },
        { requiredKeys: ["accepted"] },
      ),
    },
    { requiredKeys: ["intents"] },
  );
  return fc.option(
    some.map((more) => ({ ...known, ...more })),
    { nil: undefined },
  );
}

const object: fc.Arbitrary<VvpDeployment> = fc
  .record({
    mode: fc.constantFrom("PATCH" as const, "PUT" as const),
    state: fc.constantFrom(...wishes, null, "STOPPED"),
    deleting: fc.boolean(),
    held: fc.boolean(),
    paused: fc.boolean(),
    linked: fc.boolean(),
    nonce: fc.constantFrom(null, 0, 1, -7),
    restart: fc.constantFrom(null, 1, 2),
    policy: fc.constantFrom(null, "Wait", "Block"),
    deletion: fc.constantFrom(null, "Delete", "Orphan", "CancelThenDelete", "SuspendThenDelete", "orphan"),
    drift: fc.constantFrom(null, "Report", "Correct", "Ignore"),
    management: fc.constantFrom(null, null, "Full", "ObserveOnly", "observe"),
    adoption: fc.constantFrom(null, "Never", "Adopt", "Adopt", "adopt"),
    parallelism: fc.constantFrom(null, 4),
  })
  .map((drawn) => {
    const { mode, state, deleting, held, paused, linked, nonce, restart, policy, deletion, management, drift } = drawn;
    const metadata: JsonObject = {
      generation: 1,
      finalizers: held ? ["weir.dev/finalizer"] : ["others/hold"],
      annotations: {
        "weir.dev/paused": paused ? "true" : null,
        "weir.dev/nonce-policy": policy,
        "weir.dev/deletion-policy": deletion,
        "weir.dev/management-policy": management,
        "weir.dev/drift-policy": drift,
        "weir.dev/adoption-policy": drawn.adoption,
      },
      creationTimestamp: "2025-12-31T23:55:00Z",
      ...(deleting && { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    };
    const spec = {
      savepointNonce: nonce,
      restartNonce: restart,
      deployment: { spec: { state, template: { spec: { parallelism: drawn.parallelism } } } },
    };
    const patch = { metadata, spec, status: linked ? { deploymentId: "id-1" } : {} };
    return vvpDeployment(mode, patch as JsonObject) as VvpDeployment;
  });

/** Anything that a pass may be looking at, likely or not. */
export const view: fc.Arbitrary<View> = object.chain((one) => {
  const content = hashOf(one.spec.deployment);
  const violation = { path: "spec", message: "breaks a rule" };
  const target = { namespace: "default", name: "my-deployment" };
  return fc
    .record({
      backend,
      record: record(content),
      savepoint,
      registration: savepoint,
      violations: fc.constantFrom([], [violation]),
      strayRecord: fc.boolean(),
      unrecorded: fc.boolean(),
    })
    .map(
      (rest): View => ({
        ...rest,
        savepoint: rest.backend.found === "own" ? rest.savepoint : { found: "unasked" },
        registration: rest.backend.found === "own" ? rest.registration : { found: "unasked" },
        violations: rest.backend.found === "unasked" ? [violation] : rest.violations,
        object: one,
        settings: usualSettings,
        now: instant,
        caller: { instanceId: "my-operator", namespace: "my-deploy-namespace", secretName: "my-vvp-apikey" },
        owner,
        target: rest.backend.found === "unasked" ? undefined : target,
        content,
        request: () => content,
      }),
    );
});
