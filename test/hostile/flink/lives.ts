import type { JsonObject } from "../../../shared/core/json.ts";
import type { ResourceDefinition } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { pausedAnnotation } from "../../../shared/flink/held-rules.ts";
import { wishAnnotation } from "../../../shared/flink/scaling-wish.ts";
import { stateLossAnnotation } from "../../../shared/kinds/flink-deployment/jobs-at-risk.ts";
import { patched } from "../../table/flink/flink-rig.ts";
import { metadataPlaces, type Place } from "../resources/places.ts";
import { withMember, withText } from "../resources/splice.ts";
import { hostileMembers, hostileValues } from "../resources/values.ts";
import { type Choices, choices } from "../wire/random.ts";
import { placesBelow, sound, soundWith } from "./cases.ts";

/** One version of a resource: what somebody sends over what stands, as JSON text. */
export interface Version {
  readonly id: string;
  /** The record is Weir's alone: a policy keeps people from it, and no rule says anything about it. */
  readonly about: "main" | "status" | "record";
  readonly text: (before: KubeObject) => string;
}

/** A sound resource that runs, becomes one version and then the next, and is sound again. */
export interface Life {
  readonly id: string;
  readonly versions: readonly [old: Version, next: Version];
  /** Whether versions that a layer refuses get in all the same, as an older definition would let them in. */
  readonly smuggles: boolean;
}

const annotations = [recordAnnotation, pausedAnnotation, wishAnnotation, stateLossAnnotation];
const read = [
  ["labels", "weir.dev/class"],
  ...[...annotations, "weir.dev/deletion-policy"].map((key) => ["annotations", key]),
];
/** What metadata of the Flink kinds has that anybody reads. */
export const ofMetadata: readonly Place[] = metadataPlaces(read);

/** What people change, and what each kind takes. */
const wishes: Readonly<Record<string, Readonly<Record<string, JsonObject>>>> = {
  FlinkDeployment: {
    nothing: {},
    parallelism: { spec: { job: { parallelism: 3 } } },
    suspended: { spec: { job: { state: "suspended" } } },
    configuration: { spec: { flinkConfiguration: { "taskmanager.numberOfTaskSlots": "4" } } },
    "a savepoint": { spec: { job: { savepointTriggerNonce: 1 } } },
    "a restart": { spec: { restartNonce: 1 } },
    paused: { metadata: { annotations: { [pausedAnnotation]: "true" } } },
  },
  FlinkSessionJob: {
    nothing: {},
    parallelism: { spec: { job: { parallelism: 3 } } },
    suspended: { spec: { job: { state: "suspended" } } },
    "a restart": { spec: { restartNonce: 1 } },
  },
  FlinkStateSnapshot: { nothing: {}, labels: { metadata: { labels: { team: "a" } } } },
};

/** What is put at a place, into the text of a resource. */
interface Change {
  readonly id: string;
  readonly place: Place;
  readonly into: (base: JsonObject) => string;
}

function changeOf(chance: Choices, place: Place): Change {
  if (place.isObject && chance.below(3) > 0) {
    const { name, key, text } = chance.pick(hostileMembers);
    return { id: `${place.id} + ${name}`, place, into: (base) => withMember(base, place, key, text) };
  }
  const { name, text } = chance.pick(hostileValues);
  return { id: `${place.id} = ${name}`, place, into: (base) => withText(base, place, text) };
}

const isWithin = (one: Place, other: Place) => other.keys.every((key, index) => one.keys[index] === key);

type Draw = (chance: Choices) => Version;

/** How a kind's versions are drawn: a change that people make, one hostile field of spec, metadata or status, or two of spec. */
function drawsOf(definition: ResourceDefinition): readonly Draw[] {
  const [ofSpec, ofStatus] = [placesBelow("spec", definition), placesBelow("status", definition)];
  const { kind } = definition.names;
  const version = ({ id, place, into }: Change): Version => ({
    id,
    about: place.ofStatus ? "status" : place.keys[2] === recordAnnotation ? "record" : "main",
    text: (before) => {
      const base = place.ofStatus ? before : sound[kind];
      return into(soundWith(definition, place, base as KubeObject & JsonObject));
    },
  });
  const one = (places: readonly Place[]) => (chance: Choices) => version(changeOf(chance, chance.pick(places)));
  const wish: Draw = (chance) => {
    const [name, patch] = chance.pick(Object.entries(wishes[kind] ?? {}));
    return { id: name, about: "main", text: () => JSON.stringify(patched(sound[kind] as KubeObject, patch)) };
  };
  const pair: Draw = (chance) => {
    const [first, second] = [changeOf(chance, chance.pick(ofSpec)), changeOf(chance, chance.pick(ofSpec))];
    if (isWithin(first.place, second.place) || isWithin(second.place, first.place)) return version(first);
    const text = () => {
      const changed = JSON.parse(first.into(soundWith(definition, first.place))) as JsonObject;
      return second.into(soundWith(definition, second.place, changed));
    };
    return { id: `${first.id} and ${second.id}`, about: "main", text };
  };
  return [wish, one(ofSpec), one(ofMetadata), one(ofStatus), pair, pair];
}

/** So many lives of a kind, by a fixed seed each. */
export function livesOf(definition: ResourceDefinition, count: number): Life[] {
  const draws = drawsOf(definition);
  return Array.from({ length: count }, (_, seed) => {
    const chance = choices(seed);
    const [old, next] = [chance.pick(draws)(chance), chance.pick(draws)(chance)];
    const smuggles = chance.below(2) === 0;
    return {
      id: `life ${seed}: ${old.id}, then ${next.id}${smuggles ? ", smuggled" : ""}`,
      versions: [old, next],
      smuggles,
    };
  });
}
