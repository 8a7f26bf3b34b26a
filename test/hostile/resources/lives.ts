import type { JsonObject } from "../../../shared/core/json.ts";
import { secretAnnotation } from "../../../shared/kinds/vvp-deployment/names.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { type Choices, choices } from "../wire/random.ts";
import { cases } from "./cases.ts";
import type { Mode } from "./splice.ts";
import { hugeValues } from "./values.ts";

/** One version of a resource: what somebody sends, as JSON text. */
export interface Version {
  readonly id: string;
  readonly text: () => string;
}

/** A resource that is sound, becomes one version and then the next, and is sound again: two hostile pairs and the way back. */
export interface Life {
  readonly id: string;
  readonly mode: Mode;
  readonly versions: readonly [old: Version, next: Version];
  /** Whether versions that a layer refuses get in all the same, as an older definition would let them in. */
  readonly smuggles: boolean;
}

const annotated = (annotations: JsonObject): JsonObject => ({ metadata: { annotations } });
const job = (fields: JsonObject): JsonObject => deploymentSpec({ template: { spec: fields } });

/** Changes that people make; each is accepted after any other. */
const sound: Readonly<Record<string, JsonObject>> = {
  nothing: {},
  running: wanted("RUNNING"),
  suspended: wanted("SUSPENDED"),
  parallelism: job({ parallelism: 3 }),
  configuration: job({ flinkConfiguration: { "taskmanager.numberOfTaskSlots": "2" } }),
  "a savepoint": { spec: { savepointNonce: 1, ...(wanted("RUNNING").spec as JsonObject) } },
  "a restart": { spec: { restartNonce: 1, ...(wanted("RUNNING").spec as JsonObject) } },
  "both nonces": { spec: { restartNonce: 2, savepointNonce: 2 } },
  "a savepoint from elsewhere": { spec: { initialSavepointSpec: { savepointLocation: "s3://bucket/savepoint-1" } } },
  "fields at creation": { spec: { initFields: { spec: { maxJobCreationAttempts: 2 } } } },
  "a field of a later release": deploymentSpec({ newInTheNextRelease: [1, { a: null }] }),
  paused: annotated({ "weir.dev/paused": "true" }),
  observed: annotated({ "weir.dev/management-policy": "ObserveOnly" }),
  "a nonce that waits": { ...annotated({ "weir.dev/nonce-policy": "Wait" }), spec: { savepointNonce: 3 } },
  "drift corrected": annotated({ "weir.dev/drift-policy": "Correct" }),
  "no token": annotated({ [secretAnnotation]: null }),
  "a Secret that is none": annotated({ [secretAnnotation]: "nowhere" }),
};

const huge = new Set(hugeValues.map(({ name }) => `= ${name}`));
const hostile = cases.filter(({ id, place }) => !place.ofStatus && ![...huge].some((name) => id.endsWith(name)));
/** Those of which an API server accepts most. */
const welcome = hostile.filter(({ id, place }) => id.includes(" + ") || place.keys[1] === "annotations");

function soundVersion(chance: Choices): Version {
  const [name, patch] = chance.pick(Object.entries(sound));
  const mode = chance.pick(["PATCH", "PUT"] as const);
  return { id: `${mode} ${name}`, text: () => JSON.stringify(vvpDeployment(mode, patch)) };
}

function hostileVersion(chance: Choices): Version {
  return chance.pick(chance.below(2) === 0 ? welcome : hostile);
}

/** Lives by a fixed seed each, so that one more changes none of the others. */
export const lives: readonly Life[] = Array.from({ length: 2_500 }, (_, seed) => {
  const chance = choices(seed);
  const old = chance.below(5) < 3 ? soundVersion(chance) : hostileVersion(chance);
  const next = chance.below(10) < 3 ? soundVersion(chance) : hostileVersion(chance);
  const mode = chance.pick(["PATCH", "PUT"] as const);
  const smuggles = chance.below(3) === 0;
  const id = `life ${seed}: ${mode}, then ${old.id}, then ${next.id}${smuggles ? ", smuggled" : ""}`;
  return { id, mode, versions: [old, next], smuggles };
});
