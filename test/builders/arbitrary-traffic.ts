import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import { COMMANDS } from "../../simulators/app-manager/admin-commands.ts";
import { ROUTES } from "../../simulators/app-manager/routes.ts";
import { MARKER, makeFullSpec, makeSpec } from "../unit/simulators/app-manager/world.ts";

/** A request to the simulated platform or its backdoor, `ms` after the one before; `{id}` and the like stand for what exists then. */
export type Deed = {
  readonly ms: number;
  readonly call: string;
  readonly key: string;
  readonly token: string;
  readonly operator: string | undefined;
  readonly body: JsonValue;
};

const states = fc.constantFrom("RUNNING", "RUNNING", "SUSPENDED", "CANCELLED");
const names = fc.constantFrom("a", "b");
const tags = fc.constantFrom<JsonObject>({}, {}, { annotations: MARKER }, { annotations: { key: "1" } });
const edits = fc.oneof(
  states.map((state): JsonObject => ({ state })),
  fc.integer({ min: 0, max: 3 }).map((parallelism): JsonObject => ({ template: { spec: { parallelism } } })),
  fc.constantFrom("NONE", "LATEST_STATE", "FROM_SAVEPOINT").map((kind): JsonObject => ({ restoreStrategy: { kind } })),
  fc.constantFrom("NONE", "STATEFUL", "STATELESS").map((kind): JsonObject => ({ upgradeStrategy: { kind } })),
  fc.constantFrom("default", "own").map((deploymentTargetName): JsonObject => ({ deploymentTargetName })),
);
const behaviours = fc.constantFrom<JsonObject>(
  {},
  { broken: true },
  { failedStarts: 1 },
  { failsAfterMs: 400 },
  { finishesAfterMs: 900 },
  { failedSavepoints: 2 },
  { withoutSavepoints: true },
);
const knobs = fc.record(
  {
    staleReadMs: fc.constantFrom(0, 700),
    pageSize: fc.constantFrom(0, 1),
    duplicate: fc.constantFrom(0, 0.3),
    resetAfterCommit: fc.constantFrom(0, 0.2),
    requestsPerSecond: fc.constantFrom(0, 5),
    targets: fc.constantFrom(["default"], ["default"], []),
    autopilot: fc.constantFrom("up", "garbage", "silent"),
    nullInPatch: fc.constantFrom("removes", "ignored"),
  },
  { requiredKeys: [] },
);

/** Bodies that make sense, by the end of the call. */
const SOUND: readonly (readonly [RegExp, fc.Arbitrary<JsonValue>])[] = [
  [
    /^POST .*\/v1\/.*\/deployments$/,
    fc.record({ name: names, state: states, tag: tags }).map(({ name, state, tag }) => ({
      metadata: { name, ...tag },
      spec: makeSpec(state),
    })),
  ],
  [/^PATCH .*\/deployments\//, fc.record({ metadata: tags, spec: edits })],
  [/^PUT .*\/deployments\/\{nameOrId\}$/, fc.record({ metadata: tags, spec: states.map((one) => makeFullSpec(one)) })],
  [
    /^POST .*\/savepoints$/,
    fc.constantFrom(
      { metadata: { deploymentId: "{id}", annotations: { key: "1" } } },
      { deploymentId: "{id}" },
      { deploymentId: "{id}", savepointLocation: "s3://b/sp" },
    ),
  ],
  [/^POST .*\/v1\/.*\/events$/, fc.constant({ spec: { message: "hello" } })],
  [
    /\/deployment-targets$/,
    fc
      .constantFrom("own", "new", "x", "y")
      .map((name) => ({ metadata: { name }, spec: { kubernetes: { namespace: "jobs" } } })),
  ],
  [/\/deployment-targets\//, fc.constant({ spec: { kubernetes: { namespace: "jobs" } } })],
  [/\/deployment-defaults$/, fc.record({ spec: edits })],
  [/\/apitokens$/, fc.constant({ name: "namespaces/default/apitokens/a", role: "owner" })],
  [/^POST \/namespaces/, fc.constant({ name: "namespaces/next" })],
  [/^POST \/admin\/deployments$/, fc.record({ name: names, spec: states.map((one) => makeSpec(one)) })],
  [/^PATCH \/admin\/.*\/spec$/, edits],
  [/\/autopilot$/, fc.constantFrom({ mode: "ACTIVE" }, { mode: "DISABLED" })],
  [/\/scaling$/, fc.constant({ target: 3 })],
  [/^POST \/admin\/.*\/events$/, fc.constant({ name: "GENERAL_FAILURE" })],
  [/\/clock$/, fc.constant({ ms: 2_000 })],
  [/\/artifacts$/, behaviours.map((behaviour) => ({ artifact: "s3://jobs/a.jar", behaviour }))],
  [/^PUT \/config$/, knobs as fc.Arbitrary<JsonValue>],
];

/** Calls after which there is not much left to see. */
const ENDINGS = new Set(["POST /admin/reset", "DELETE /namespaces/v1/namespaces/{namespace}"]);

/** Every call that occurs in the traffic. */
export const CALLS = [...ROUTES, ...COMMANDS].map(({ call }) => call).filter((call) => !ENDINGS.has(call));
const COMMON = CALLS.filter((call) => /\/(deployments|savepoints|scaling|autopilot)\b/.test(call));

const calls = fc.oneof(fc.constantFrom(...CALLS), fc.constantFrom(...COMMON));
const junk = fc.jsonValue() as fc.Arbitrary<JsonValue>;

/** Any deed: sense mostly, nonsense now and then. */
export const arbitraryDeed: fc.Arbitrary<Deed> = calls.chain((call) =>
  fc.record({
    call: fc.constant(call),
    ms: fc.integer({ min: 0, max: 1_200 }),
    key: fc.oneof(fc.constantFrom("a", "b"), fc.constantFrom("own", "spare", "{id}", "%00")),
    token: fc.oneof(
      { weight: 12, arbitrary: fc.constant("secret") },
      { weight: 1, arbitrary: fc.constantFrom("viewer", "nobody") },
    ),
    operator: fc.constantFrom(undefined, undefined, "op-1", "op-2"),
    body: fc.oneof(
      { weight: 9, arbitrary: SOUND.find(([fits]) => fits.test(call))?.[1] ?? fc.constant({}) },
      { weight: 1, arbitrary: junk },
    ),
  }),
);
