import type { JsonObject } from "../../../simulators/platform/api-server/json.ts";
import { type Answer, anything, defined, merge, pipe, pipes, post, remove, type Step } from "./scenario.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const x = `${pipes}/x`;
const trial = `${pipes}?dryRun=All`;
const specOf = (body: JsonObject) => body.spec ?? body.message;

function rules(resources: string[], operations: string[]): JsonObject {
  return { resourceRules: [{ apiGroups: ["example.dev"], apiVersions: ["*"], operations, resources }] };
}

/** A policy with its binding. */
function both(name: string, spec: JsonObject, binding: JsonObject = {}): Step[] {
  const metadata = { name: `@ns-${name}` };
  const matchConstraints = rules(["pipes"], ["CREATE", "UPDATE", "DELETE"]);
  const kind = "ValidatingAdmissionPolicy";
  const policyName = metadata.name;
  return [
    post(
      `policy ${name}`,
      `${group}/validatingadmissionpolicies`,
      { kind, apiVersion: "admissionregistration.k8s.io/v1", metadata, spec: { matchConstraints, ...spec } },
      { view: specOf },
    ),
    post(
      `binding ${name}`,
      `${group}/validatingadmissionpolicybindings`,
      { metadata, spec: { policyName, validationActions: ["Deny"], ...binding } },
      { view: specOf },
    ),
  ];
}

/** Takes a policy away and waits until it no longer denies `spec`. */
function without(name: string, spec: JsonObject): Step[] {
  const gone = (answer: Answer) => !JSON.stringify(answer).includes(`'@ns-${name}'`);
  const view = (body: JsonObject) => body.kind ?? null;
  return [
    remove(`binding ${name} goes`, `${group}/validatingadmissionpolicybindings/@ns-${name}`, undefined, { view }),
    remove(`policy ${name} goes`, `${group}/validatingadmissionpolicies/@ns-${name}`, undefined, { view }),
    post(`policy ${name} is gone`, trial, pipe("gone", spec), { until: gone, view }),
  ];
}

const denied = { until: (answer: Answer) => JSON.stringify(answer).includes("ValidatingAdmissionPolicy") };
const says = (words: string) => ({ until: (answer: Answer) => JSON.stringify(answer).includes(words) });
const w = "object.spec.?w.orValue('')";
const unless = (value: string, more: JsonObject = {}) => ({ expression: `${w} != '${value}'`, ...more });
const old = "oldObject == null ? '' : oldObject.metadata.?annotations['weir.dev/record'].orValue('')";
const record = (value: string | null) => ({ metadata: { annotations: { "weir.dev/record": value } } });
const config = { name: "@ns-config", namespace: "default", parameterNotFoundAction: "Deny" };
const where =
  "'ns ' + namespaceObject.metadata.name + ' ' + request.namespace + ' ' + request.name + ' ' + request.kind.kind";

/** ValidatingAdmissionPolicies. */
export const policies: readonly Step[] = [
  ...defined({ type: "object", properties: { spec: anything, status: anything } }),
  post("create", pipes, pipe("x", { a: 1 })),
  ...both("deny", {
    matchConditions: [{ name: "written", expression: "request.operation != 'DELETE'" }],
    variables: [
      { name: "v", expression: "object.metadata.name + '!'" },
      { name: "e", expression: "object.spec.zz" },
    ],
    validations: [
      unless("no", { message: "w must not be no" }),
      unless("made", {
        messageExpression: "'w is ' + object.spec.w + ' by ' + request.userInfo.username + ' ' + request.operation",
      }),
      unless("plain"),
      unless("forbidden", { reason: "Forbidden", message: "forbidden" }),
      { expression: `${w} != 'error' || object.spec.nokey.x == 1` },
      { expression: `${w} != 'variable' || variables.v == 'x'`, messageExpression: "'v=' + variables.v" },
      { expression: `${w} != 'broken' || variables.e == 'x'` },
    ],
  }),
  post("a message", trial, pipe("y", { w: "no" }), denied),
  post("a message expression", trial, pipe("y", { w: "made" })),
  post("no message", trial, pipe("y", { w: "plain" })),
  post("a reason", trial, pipe("y", { w: "forbidden" })),
  post("an error", trial, pipe("y", { w: "error" })),
  post("a variable", trial, pipe("y", { w: "variable" })),
  post("a variable that fails", trial, pipe("y", { w: "broken" })),
  post("nothing to say", trial, pipe("y", { w: "ok" })),
  post("the policy before the name", pipes, pipe("x", { w: "no" })),
  merge("the version before the policy", x, { metadata: { resourceVersion: "1" }, spec: { w: "no" } }),
  merge("an update", x, { spec: { w: "no" } }),
  remove("a condition that is not met", `${x}?dryRun=All`),
  merge("another subresource", `${x}/status`, { status: { phase: "Up" } }),
  ...without("deny", { w: "no" }),
  ...both(
    "warn",
    { validations: [unless("no", { message: 'w must not be "no"' })] },
    { validationActions: ["Warn", "Audit"] },
  ),
  post("a warning", trial, pipe("y", { w: "no" }), { until: ({ warning }) => warning !== null }),
  ...without("warn", { w: "no" }),
  ...both("record", {
    matchConstraints: rules(["pipes", "pipes/status"], ["CREATE", "UPDATE"]),
    matchConditions: [
      { name: "others", expression: "request.userInfo.username != 'system:serviceaccount:weir:weir-operator'" },
    ],
    variables: [
      { name: "old", expression: old },
      { name: "new", expression: "object.metadata.?annotations['weir.dev/record'].orValue('')" },
    ],
    validations: [{ expression: "variables.old == variables.new", message: "only Weir may change weir.dev/record" }],
  }),
  post("a record forged on creation", trial, pipe("y", {}, { annotations: { "weir.dev/record": "x" } }), denied),
  merge("a record forged on update", x, record("x")),
  merge("a record by Weir", x, record("x"), { token: "weir" }),
  merge("a record dropped", x, record(null)),
  merge("another annotation", x, { metadata: { annotations: { o: "1" } } }),
  merge("the status by anybody", `${x}/status`, { status: { phase: "Q" } }),
  merge("the record dropped by Weir", x, record(null), { token: "weir" }),
  ...without("record", {}),
  ...both(
    "param",
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [
        {
          expression: "object.spec.?w.orValue('x') in params.data.allowed.split(',')",
          messageExpression: "'allowed: ' + params.data.allowed",
        },
      ],
    },
    { paramRef: config },
  ),
  post("a parameter that is missing", trial, pipe("y", { w: "q" }), says("no params found")),
  post("the parameter", "/api/v1/namespaces/default/configmaps", {
    metadata: { name: "@ns-config" },
    data: { allowed: "a,b" },
  }),
  post("a parameter that denies", trial, pipe("y", { w: "q" }), says("allowed: a,b")),
  post("a parameter that allows", trial, pipe("y", { w: "a" })),
  ...without("param", { w: "q" }),
  ...both(
    "where",
    { validations: [{ expression: "false", messageExpression: where }] },
    { matchResources: { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "@ns" } } } },
  ),
  post("what a request knows", trial, pipe("y", {}), denied),
  remove("a deletion", `${x}?dryRun=All`),
  ...without("where", {}),
  ...both("sub", {
    matchConstraints: rules(["pipes/status"], ["UPDATE"]),
    validations: [{ expression: "false", messageExpression: "'sub ' + request.subResource" }],
  }),
  merge("a subresource", `${x}/status?dryRun=All`, { status: { phase: "S" } }, denied),
  merge("not the main resource", `${x}?dryRun=All`, { spec: { w: "e" } }),
  ...without("sub", {}),
  ...both("ignore", {
    failurePolicy: "Ignore",
    validations: [{ expression: "object.spec.nokey == 1" }, unless("no", { message: "no" })],
  }),
  post("an error ignored, a denial not", trial, pipe("y", { w: "no" }), denied),
  post("an error ignored", trial, pipe("y", { w: "yes" })),
  ...without("ignore", { w: "no" }),
  ...both("condition", {
    matchConditions: [{ name: "c", expression: "object.spec.nokey == 1" }],
    validations: [{ expression: "false" }],
  }),
  post("a condition that fails", trial, pipe("y", { w: "no" }), denied),
  ...without("condition", {}),
];
