import { at } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { recordAnnotation } from "../../shared/core/record.ts";
import { admit } from "../../shared/engine/admit.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import { vvpDeployment as kind } from "../../shared/kinds/vvp-deployment/kind.ts";
import type { Ports } from "../../shared/ports/ports.ts";
import { deploymentSpec, vvpDeployment } from "../builders/vvp-deployment.ts";
import { cases, type HostileCase } from "../hostile/resources/cases.ts";
import { reviewOf } from "../hostile/resources/review.ts";
import type { Mode } from "../hostile/resources/splice.ts";
import { settings } from "../table/vvp-deployment/admission-rig.ts";
import { progress, table } from "./report.ts";
import { makeBlanks } from "./unseen.ts";

/** One line for the list of benchmarks. */
export const summary = "What a hostile resource costs admission and a pass, against a plain one of its mode and size";

/** What no input may cost, in plain ones. */
const limit = 50;
const shown = 10;
const tries = 7;

/** Inputs that are measured again, the dearest of the first look, which on a busy machine are many that are not. */
const again = 50;

/** A platform that has nothing, so that what is measured is Weir's own. */
const ports = { appManager: { get: async () => undefined, list: async () => [] } } as unknown as Ports;

type Work = (text: string) => unknown;

const missing = "the object";

/** What the function says of a review with the text of a resource where `missing` stands. */
function asked(review: object): Work {
  const [before = "", after = ""] = JSON.stringify(review).split(JSON.stringify(missing));
  const by = { settings, preview: true };
  return (text) => JSON.stringify(admit([kind as EngineKind], by, JSON.parse(`${before}${text}${after}`)));
}

const blanks = makeBlanks();

/** With a record, where there is one, that is read as if for the first time. */
function withBlanks(object: KubeObject): KubeObject {
  const record = object.metadata?.annotations?.[recordAnnotation];
  if (typeof record !== "string") return object;
  const annotations = { ...object.metadata.annotations, [recordAnnotation]: `${record}${blanks()}` };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

const whole = cases.filter((one) => one.text() !== "");

/** From the text that arrives to the answer, or to what would be sent and written. */
const sides: readonly { readonly name: string; readonly of: readonly HostileCase[]; readonly work: Work }[] = [
  { name: "admission of a creation", of: whole, work: asked(reviewOf(missing)) },
  { name: "admission of an update", of: whole, work: asked(reviewOf(missing, vvpDeployment("PATCH"))) },
  { name: "admission of an update of it", of: whole, work: asked(reviewOf(vvpDeployment("PATCH"), missing)) },
  {
    name: "pass",
    of: whole.filter(mayBeStored),
    work: async (text) => {
      const object = withBlanks(JSON.parse(text) as KubeObject);
      const look = await kind.look({ object, ports, settings, now: 0, signal: new AbortController().signal });
      return look.conclude([]);
    },
  },
];

/** What an API server may store, of whatever definition; it lets nothing else than texts into annotations. */
function mayBeStored({ place, text }: HostileCase): boolean {
  const [part, ...below] = place.keys;
  if (part !== "metadata") return below.length > 0;
  return below[0] === "annotations" && typeof at(JSON.parse(text()), ...place.keys.map(String)) === "string";
}

/** The least time of some tries, in microseconds: nothing waits here, so that it is the CPU of a try that nobody disturbed. */
async function costOf(work: Work, text: string, count: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < count; done += 1) {
    const start = performance.now();
    await work(text);
    least = Math.min(least, performance.now() - start);
  }
  return Math.round(1_000 * least);
}

/** Looks at every case of the corpus and shows the dearest; ends with exit code 1 where one is beyond the limit. */
export async function run(pairs: number): Promise<void> {
  for (const { name, of, work } of sides) {
    for (const one of of.filter((_, index) => index % 10 === 0)) await costOf(work, one.text(), 1);
    await costOf(work, plain("PUT", 1), 2_000);
    const known = new Map<string, Promise<number>>();
    const costs: Cost[] = [];
    for (const one of of) {
      const text = one.text();
      const size = 2 ** Math.max(10, Math.floor(Math.log2(text.length)));
      const key = `${one.mode} ${size}`;
      const base = await (known.get(key) ?? costOf(work, plain(one.mode, size), pairs));
      known.set(key, Promise.resolve(base));
      const cost = await costOf(work, text, tries);
      costs.push({ one, row: [text.length, cost, base], times: cost / base });
      progress(name, costs.length, of.length);
    }
    const sure: Cost[] = [];
    for (const { one, row } of dearest(costs, again)) {
      const [length = 0, first = 0, base = 0] = row;
      const cost = Math.min(first, await costOf(work, one.text(), tries * pairs));
      sure.push({ one, row: [length, cost, base], times: cost / base });
    }
    process.stdout.write(`\n${name}\n${shownOf(sure, costs.length)}\n`);
  }
}

interface Cost {
  readonly one: HostileCase;
  readonly row: readonly number[];
  readonly times: number;
}

function dearest(costs: readonly Cost[], count: number): Cost[] {
  return costs.toSorted((left, right) => right.times - left.times).slice(0, count);
}

function shownOf(costs: readonly Cost[], count: number): string {
  const first = dearest(costs, shown);
  if ((first[0]?.times ?? 0) > limit) process.exitCode = 1;
  const rows = first.map(({ one, row, times }) => [one.id, ...row.map(String), `${times.toFixed(1)}x`]);
  return table([`dearest of ${count}`, "characters", "µs", "plain one, µs", "ratio"], rows);
}

/** A sound resource of a mode of at least so many characters. */
function plain(mode: Mode, size: number): string {
  const entry = (index: number) => [`some.option.of-flink-${index}`, "some value"];
  const count = Math.max(1, Math.floor((size - 1_024) / 45));
  const flinkConfiguration = Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
  return JSON.stringify(vvpDeployment(mode, deploymentSpec({ template: { spec: { flinkConfiguration } } })));
}
