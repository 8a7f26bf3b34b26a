import type { KubeObject } from "../../../shared/core/object.ts";
import type { HostileCase } from "./cases.ts";
import type { Operator } from "./operator.ts";
import type { Verdict } from "./plane.ts";
import { askedRaw, judged, passed } from "./trial.ts";

/** What became of a case, for the sum: refused by a layer, or stored. */
export type Tally = Record<Verdict["layer"], number>;

/** A hostile resource: asked about, judged by all layers, created where they let it in or smuggled in, and looked at twice. */
export async function tryCase(operator: Operator, one: HostileCase, tally: Tally): Promise<string[]> {
  return one.place.ofStatus ? tryStatus(operator, one, tally) : tryCreation(operator, one, tally);
}

async function tryCreation(operator: Operator, one: HostileCase, tally: Tally): Promise<string[]> {
  operator.reset();
  const text = one.text();
  const verdict = operator.plane.create(text);
  tally[verdict.layer] += 1;
  const found = verdict.layer === "server" ? askedRaw(text) : await judged(operator, verdict);
  const stored = storedOf(operator, verdict);
  if (stored === undefined) return found;
  return [...found, ...(await twice(operator, stored, verdict.layer))];
}

/** What the server refuses by itself cannot exist, whoever writes it. */
function storedOf({ plane }: Operator, { layer, object }: Verdict): KubeObject | undefined {
  if (layer === "none" || object === undefined) return object;
  return layer === "server" ? undefined : plane.smuggle(object);
}

async function tryStatus(operator: Operator, one: HostileCase, tally: Tally): Promise<string[]> {
  const before = await operator.begin(one.mode);
  const text = one.text();
  const verdict = operator.plane.writeStatus(text, before);
  tally[verdict.layer] += 1;
  const found = askedRaw(text);
  const { object, layer } = verdict;
  const stored =
    layer === "none" || object === undefined
      ? object
      : operator.plane.smuggle({ ...before, ...statusOf(object) }, before);
  return stored === undefined ? found : [...found, ...(await twice(operator, stored, "none"))];
}

function statusOf({ status }: KubeObject) {
  return status === undefined ? {} : { status };
}

/** The second look is at what the first one left; what is forbidden leaves nothing to look at. */
async function twice(operator: Operator, object: KubeObject, layer: Verdict["layer"]): Promise<string[]> {
  const first = await passed(operator, object, layer);
  if (layer !== "none") return first;
  operator.clock.skip(2_000);
  return [...first, ...(await passed(operator, object, layer)).filter((one) => !first.includes(one))];
}
