import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResourceDefinition } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { violationsOf } from "../../shared/core/rule.ts";
import { validate } from "../../shared/core/validate.ts";
import { definitions, deployed, flinkExample, patched, rigOf, settings } from "../table/flink/flink-rig.ts";
import { snapshot } from "../table/flink/rows/state-snapshot.ts";

const texts = fc.constantFrom(
  "",
  "other",
  "my-cluster",
  "UPPER",
  "with space",
  "ä",
  "a".repeat(46),
  "{{name}}",
  "x".repeat(300),
);
const numbers = fc.constantFrom(-1, 0, 1, 3, 2_147_483_648, 2 ** 53 - 1, 0.5);
const memory = fc.constantFrom("2g", "2048m", "0", "", "2Gi", "much", "1.5Gi", "9000t", 1);
const anything = fc.oneof(texts, numbers, memory, fc.constantFrom(null, true, [], ["a"], {}, { a: { b: 1 } }));
const mode = fc.constantFrom("savepoint", "last-state", "stateful", "stateless", "none", null);
const options = fc.dictionary(
  fc.constantFrom("state.checkpoints.dir", "kubernetes.cluster-id", "kubernetes", "high-availability", "a.b", "a"),
  fc.oneof(texts, fc.constantFrom({ "cluster-id": "x" }, { namespace: null }, { b: "1" }, null)),
  { maxKeys: 3, noNullPrototype: true },
);
const amounts = fc.dictionary(
  fc.constantFrom("cpu", "memory", "gpu"),
  fc.oneof(memory, numbers, fc.constantFrom("500m", "-1")),
  {
    maxKeys: 3,
    noNullPrototype: true,
  },
);

type Field = readonly [path: string, value: fc.Arbitrary<unknown>];

const jobFields: readonly Field[] = [
  ["job", fc.constantFrom(null, {}, { parallelism: 1 })],
  ["job.parallelism", numbers],
  ["job.state", fc.constantFrom("running", "suspended", "RUNNING")],
  ["job.upgradeMode", mode],
  [
    "job.jarURI",
    fc.constantFrom("local:///a.jar", "https://a/b.jar", "http://10.0.0.1/a", "a.jar", "https:///", "", null),
  ],
  ["job.savepointRedeployNonce", numbers],
  ["job.initialSavepointPath", fc.constantFrom("", " ", "s3://a", null)],
  ["flinkConfiguration", options],
];
const deploymentFields: readonly Field[] = [
  ...jobFields,
  ["flinkVersion", fc.constantFrom("v1_13", "v1_18", "v1_20", "v2_0", "v9_9", null)],
  ["serviceAccount", fc.constantFrom("", "sa", null)],
  ["mode", fc.constantFrom("native", "standalone", null, "other")],
  ["ingress", fc.constantFrom(null, {}, { template: "" }, { template: "{{name}}.example.com" }, { template: "{{x}}" })],
  [
    "logConfiguration",
    fc.dictionary(fc.constantFrom("log4j-console.properties", "a.xml", "rootLogger.level", "a b"), texts, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  ],
  ["jobManager.replicas", numbers],
  ["taskManager.replicas", fc.oneof(numbers, fc.constant(null))],
  ["jobManager.resource.memory", memory],
  ["taskManager.resource", fc.oneof(anything, fc.record({ memory, ephemeralStorage: memory }))],
  ["taskManager.resources.requests", amounts],
  ["jobManager.resources", anything],
  ["podTemplate", anything],
];
const snapshotFields: readonly Field[] = [
  [
    "savepoint",
    fc.constantFrom(null, {}, { alreadyExists: true }, { alreadyExists: true, path: "s3://a" }, { path: 1 }),
  ],
  ["checkpoint", fc.constantFrom(null, {}, { a: 1 }, "a")],
  [
    "jobReference",
    fc.constantFrom(
      null,
      {},
      { kind: "FlinkDeployment" },
      { kind: "FlinkSessionJob", name: "a" },
      { kind: "X", name: "a" },
    ),
  ],
  ["backoffLimit", numbers],
];

/** A change at a dotted path as a merge patch. */
function patchAt(path: string, value: unknown): unknown {
  return path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function changesOf(fields: readonly Field[], base: KubeObject) {
  const change = fc.constantFrom(...fields).chain(([path, value]) => value.map((one) => patchAt(`spec.${path}`, one)));
  return fc.array(change, { maxLength: 4 }).map((patches) => patches.reduce(patched, base) as KubeObject);
}

async function sameVerdict(
  definition: ResourceDefinition,
  rig: ReturnType<typeof rigOf>,
  after: KubeObject,
  before?: KubeObject,
) {
  const { schema, rules } = definition;
  const object = rig.decoded(after);
  const review = { object, settings, ...(before !== undefined && { oldObject: before }) };
  const own = validate({ schema, rules: rules.filter(({ cel }) => cel !== undefined) }, review);
  const server = before === undefined ? await rig.create(after) : await rig.update(before, after);
  const said = JSON.stringify({ own, server });
  expect(own.length === 0, said).toBe(server.length === 0);
  if (schema.spec.safeParse(object.spec).success) {
    validate(definition, review);
    violationsOf(rules, "warn", review);
  }
}

const [deployment, sessionJob, stateSnapshot] = definitions;
const subjects = [
  { name: "an application", definition: deployment, fields: deploymentFields, base: flinkExample("application") },
  {
    name: "a session cluster",
    definition: deployment,
    fields: deploymentFields,
    base: flinkExample("session-cluster"),
  },
  {
    name: "a session job",
    definition: sessionJob,
    fields: [...jobFields, ["deploymentName", texts] as const],
    base: flinkExample("session-job"),
  },
  { name: "a snapshot", definition: stateSnapshot, fields: snapshotFields, base: snapshot },
];

describe.each(subjects)(
  "schema and rules here, CRD and policies in the API server, about $name",
  ({ definition, fields, base }) => {
    const rig = rigOf(definition);
    const rubbish = patched(base, { status: { reconciliationStatus: { lastReconciledSpec: "..." } } });
    const befores = definition === stateSnapshot ? [base] : [base, deployed(base), rubbish];

    it("come to the same verdict when it is new", async () => {
      await fc.assert(
        fc.asyncProperty(changesOf(fields, base), (after) => sameVerdict(definition, rig, after)),
        { numRuns: 400 },
      );
    });

    it("come to the same verdict about a change", async () => {
      const pairs = fc
        .constantFrom(...befores)
        .chain((before) => changesOf(fields, before).map((after) => ({ before, after })));
      await fc.assert(
        fc.asyncProperty(pairs, ({ before, after }) => sameVerdict(definition, rig, after, before)),
        { numRuns: 300 },
      );
    });
  },
);
