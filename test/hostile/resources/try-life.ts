import { at } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { vvpDeployment as kind } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { deploymentSpec, example, vvpDeployment } from "../../builders/vvp-deployment.ts";
import { settings } from "../../table/vvp-deployment/admission-rig.ts";
import type { Life, Version } from "./lives.ts";
import type { Operator } from "./operator.ts";
import type { Verdict } from "./plane.ts";
import { isWrite } from "./requests.ts";
import { judged, passed } from "./trial.ts";
import type { Tally } from "./try-case.ts";

const subject = example("PATCH").metadata.name;

/** Sound, then both versions, then sound again: whatever they left behind, the last one has to be what is (L6). */
export async function tryLife(operator: Operator, life: Life, tally: Tally): Promise<string[]> {
  await operator.begin(life.mode);
  const [old, next] = life.versions;
  return [
    ...(await change(operator, old, life, tally)),
    ...(await change(operator, next, life, tally)),
    ...(await recovery(operator, life)),
  ];
}

/** One version over what stands: judged as a change by all layers, let in or not, and looked at where it is in. */
async function change(operator: Operator, { text }: Version, life: Life, tally: Tally): Promise<string[]> {
  const { plane } = operator;
  const before = plane.find(subject) as KubeObject;
  const verdict = plane.update(text(), before);
  tally[verdict.layer] += 1;
  // The server does not judge once more what is unchanged, and compares with what was smuggled in.
  const comparable = kind.validate({ object: before, settings }).length === 0;
  const found = comparable && !isAboutRecord(verdict) ? await judged(operator, verdict, before) : [];
  const stored = storedOf(operator, verdict, before, life.smuggles);
  operator.clock.skip(2_000);
  if (stored === undefined) return found;
  const layer = comparable ? verdict.layer : layerSince(example(life.mode), stored);
  return [...found, ...(await passed(operator, stored, layer, example(life.mode)))];
}

/** What the sound version before would make of one, where another stood in between. */
function layerSince(oldObject: KubeObject, object: KubeObject): Verdict["layer"] {
  return kind.validate({ object, oldObject, settings }).length === 0 ? "none" : "schema";
}

/** A policy of its own keeps people from the record; nothing else says anything about that. */
function isAboutRecord({ words }: Verdict): boolean {
  return words.includes(recordAnnotation);
}

function storedOf(
  { plane }: Operator,
  verdict: Verdict,
  before: KubeObject,
  smuggles: boolean,
): KubeObject | undefined {
  const { layer, object } = verdict;
  if (layer === "none" || object === undefined) return object;
  return smuggles && layer !== "server" && !isAboutRecord(verdict) ? plane.smuggle(object, before) : undefined;
}

/** More than any wait: for doubt, for a refusal to be asked again, for a job to start. */
const patienceMs = 70_000;
const mostPasses = 8;

async function recovery(operator: Operator, { mode, smuggles }: Life): Promise<string[]> {
  const { plane, clock, calls } = operator;
  const good = vvpDeployment(mode, deploymentSpec({ state: "RUNNING", template: { spec: { parallelism: 7 } } }));
  const before = plane.find(subject) as KubeObject;
  const verdict = plane.update(JSON.stringify(good), before);
  if (verdict.layer !== "none" && (!smuggles || verdict.object === undefined)) return [`no way back: ${verdict.words}`];
  if (verdict.layer !== "none") plane.smuggle(verdict.object as KubeObject, before);
  for (let count = 0; count < mostPasses && !isGood(operator); count += 1) {
    await operator.pass(good);
    clock.skip(patienceMs);
  }
  if (!isGood(operator)) return [`no recovery: ${JSON.stringify(plane.find(subject)?.status).slice(0, 1_500)}`];
  const { resourceVersion } = (plane.find(subject) as KubeObject).metadata;
  calls.length = 0;
  await operator.pass(good);
  const quiet = plane.find(subject)?.metadata.resourceVersion === resourceVersion && !calls.some(isWrite);
  return quiet ? [] : ["it does not come to rest (L4)"];
}

/** True where the platform has what the last version wants, and the status says so of just that version. */
function isGood({ plane, platform }: Operator): boolean {
  const object = plane.find(subject) as KubeObject;
  const healthy = conditionsOf(object).find(({ type }) => type === "Healthy");
  const row = platform.state.rows.get(String(at(object.status, "deploymentId")));
  return (
    healthy?.status === "True" &&
    at(object.status, "observedGeneration") === object.metadata.generation &&
    at(object.status, "actualState") === "RUNNING" &&
    at(row?.deployment, "spec", "template", "spec", "parallelism") === 7
  );
}
