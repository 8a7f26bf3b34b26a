import * as fc from "fast-check";
import type { JsonValue } from "../../shared/core/json.ts";
import { example } from "../table/vvp-deployment/admission-rig.ts";
import { changed } from "../table/vvp-deployment/rule-rows.ts";

/** The owner label. */
export const owner = "ververica.platform/owner";
const job = "spec.deployment.spec.template.spec";

const texts = fc.constantFrom("", "default", "my-deployment", "other", "UPPER", "with space", "ä", "x".repeat(300));
const numbers = fc.constantFrom(-1, 0, 1, 3, 2_147_483_647, 2_147_483_648, 2 ** 53 - 1, 0.5);
const anything = fc.oneof(texts, numbers, fc.constantFrom(null, true, [], ["a"], {}, { kind: "JAR" }, { a: { b: 1 } }));
const mode = fc.constantFrom("PATCH", "PUT", "put", "");
const artifact = fc.record(
  {
    kind: fc.constantFrom("JAR", "SQLSCRIPT", "PYTHON", "OTHER"),
    jarUri: texts,
    sqlScript: texts,
    pythonArtifactUri: texts,
    additionalDependencies: fc.array(texts, { maxLength: 3 }),
    unknown: texts,
  },
  { requiredKeys: [] },
);
const logging = fc.record(
  {
    loggingProfile: texts,
    log4jLoggers: fc.dictionary(texts, fc.oneof(texts, numbers), { maxKeys: 2, noNullPrototype: true }),
    logReservePolicy: fc.record({ openHistory: anything, expirationDays: numbers }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

/** Fields that a rule or a limit looks at, with values of which some are right. */
const fields: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
  ["spec.syncingMode", mode],
  ["metadata.labels", fc.constantFrom({ [owner]: "my-operator" }, { [owner]: "other" }, { app: "one" })],
  ["spec.deployment.metadata.name", texts],
  ["spec.deployment.metadata.namespace", texts],
  ["spec.deployment.metadata.labels", fc.dictionary(texts, anything, { maxKeys: 2, noNullPrototype: true })],
  ["spec.deployment.spec.deploymentTargetName", texts],
  ["spec.deployment.spec.state", fc.constantFrom("RUNNING", "SUSPENDED", "CANCELLED", "FINISHED", "")],
  ["spec.deployment.spec.maxSavepointCreationAttempts", numbers],
  ["spec.deployment.spec.maxJobCreationAttempts", numbers],
  ["spec.deployment.spec.unknown", anything],
  ["spec.deployment.spec.template.metadata", anything],
  [job, anything],
  [`${job}.artifact`, artifact],
  [`${job}.logging`, logging],
  [`${job}.numberOfTaskManagers`, numbers],
  [`${job}.parallelism`, numbers],
  [`${job}.engineVersionName`, texts],
  [`${job}.resources.jobmanager.cpu`, fc.oneof(numbers, texts)],
  [`${job}.kubernetes.pods`, anything],
  ["spec.initFields", anything],
  ["spec.initFields.metadata.name", texts],
  ["spec.initFields.metadata.namespace", texts],
  ["spec.initFields.spec.deploymentTargetName", texts],
  ["spec.initFields.spec.template.spec.artifact", artifact],
  ["spec.savepointNonce", anything],
  ["spec.restartNonce", anything],
];

/** One field with one of its values, or taken away. */
const change = fc
  .constantFrom(...fields)
  .chain(([path, value]) => fc.tuple(fc.constant(path), fc.option(value, { nil: undefined, freq: 4 })));
const base = fc.constantFrom(example("vvp-minimal-patch"), example("vvp-minimal-put"));
const changes = fc.array(change, { maxLength: 4 });

/** A sound resource, and the same after up to four changes, most of which a rule or a limit looks at. */
export const changedResources = fc.tuple(base, changes).map(([before, list]) => ({
  before,
  after: list.reduce((here, [path, value]) => changed(here, { [path]: value as JsonValue | undefined }), before),
}));
