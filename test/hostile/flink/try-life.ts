import { isObject, type JsonObject } from "../../../shared/core/json.ts";
import type { ResourceDefinition } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { validate } from "../../../shared/core/validate.ts";
import type { EngineKind } from "../../../shared/engine/engine.ts";
import { settings } from "../../table/flink/flink-rig.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { home } from "../../world/world.ts";
import type { Plane, Verdict } from "../resources/plane.ts";
import type { Tally } from "../resources/try-case.ts";
import { sound } from "./cases.ts";
import { disagreements } from "./disagreements.ts";
import { kinds, outcomes, reviewed } from "./examine.ts";
import type { Life, Version } from "./lives.ts";

/** Who judges the lives of a kind, and what came of it so far. */
export interface Trial {
  readonly definition: ResourceDefinition;
  readonly plane: Plane;
  readonly tally: Tally;
}

/** More looks than any wait of a sound resource takes. */
const mostLooks = 40;

/** Sound, then both versions, then sound again: no harm on the way, and rest at the end (L4). */
export async function tryLife(trial: Trial, { versions, smuggles }: Life): Promise<string[]> {
  const { kind } = trial.definition.names;
  const world = new FlinkWorld({}, settings, kinds);
  const good = sound[kind] as KubeObject;
  const place = `${home.namespace}/${good.metadata.name}`;
  world.cluster.create(good);
  await world.follow(place, mostLooks);
  const findings: string[] = [];
  for (const version of versions) findings.push(...(await change(trial, world, place, version, smuggles)));
  return [...findings, ...(await recovery(world, place, good))];
}

/** One version over what stands: judged as an update by all layers, let in or not, and looked at where it is in. */
async function change(
  { definition, plane, tally }: Trial,
  world: FlinkWorld,
  place: string,
  version: Version,
  smuggles: boolean,
): Promise<string[]> {
  const stands = world.find(place);
  if (stands === undefined) return ["the resource is gone, and nobody deleted it"];
  plane.clear();
  plane.restore(stands);
  const before = plane.find(stands.metadata.name) as KubeObject;
  const send = version.about === "status" ? "writeStatus" : "update";
  const verdict = plane[send](version.text(before), before);
  tally[verdict.layer] += 1;
  const { object } = verdict;
  // The server names what has no metadata before it asks anybody.
  if (!isObject(object?.metadata)) return [];
  const isValid = (oldObject?: KubeObject) =>
    validate(definition, { object, settings, ...(oldObject !== undefined && { oldObject }) }).length === 0;
  // The server does not judge once more what is unchanged, so that what was smuggled in stays valid to it.
  const comparable =
    version.about === "main" &&
    validate(definition, { object: before, settings }).length === 0 &&
    !isAboutRecord(verdict);
  const kind = kinds.find(({ names }) => names.kind === definition.names.kind) as EngineKind;
  const found = comparable
    ? [...disagreements(definition, verdict, before), ...reviewed(kind, object, isValid(before), before)]
    : [];
  const isIn = verdict.layer === "none" || version.about === "record" || (smuggles && verdict.layer !== "server");
  if (!isIn) return found;
  world.cluster.replace(object);
  world.trace.length = 0;
  await world.pass(place);
  world.skip(2_000);
  await world.pass(place);
  return [...found, ...outcomes(world, object, isValid())];
}

function isAboutRecord({ words }: Verdict): boolean {
  return words.includes(recordAnnotation);
}

/** A sound version again, whatever the ones before left behind: it comes to rest, and says nothing that nobody meant. */
async function recovery(world: FlinkWorld, place: string, good: KubeObject): Promise<string[]> {
  const before = world.find(place);
  if (before === undefined) return ["the resource is gone, and nobody deleted it"];
  const { labels: _labels, annotations, ...held } = before.metadata;
  const record = annotations?.[recordAnnotation];
  const metadata = { ...held, ...(record !== undefined && { annotations: { [recordAnnotation]: record } }) };
  world.cluster.replace({ ...before, metadata, spec: good.spec as JsonObject });
  await world.follow(place, mostLooks);
  const { resourceVersion } = (world.find(place) as KubeObject).metadata;
  world.trace.length = 0;
  await world.pass(place);
  const isQuiet = world.find(place)?.metadata.resourceVersion === resourceVersion;
  return [...outcomes(world, good, true), ...(isQuiet ? [] : ["it does not come to rest (L4)"])];
}
