import type { KubeObject } from "../../shared/core/object.ts";
import { type Answered, type Call, type RealPlane, resources, startRealPlane, weirPatch } from "./real-plane.ts";
import { progress, ratioText, table } from "./report.ts";
import { estimate, isQuiet, median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary = "What the ways of writing cost a real API server, against a GET";

/** Calls of one sample. */
const calls = 60;
const name = "cost";

/** What is called `turn` times in a row on the object as it was last seen. */
type Way = (object: KubeObject, turn: number) => Call;

const path = `${resources}/${name}`;
const applyType = "application/apply-patch+yaml";
const read: Way = () => ({ method: "GET", path });

/** The status after a look at which one condition and the actual state changed. */
function changed({ status }: KubeObject, turn: number): object {
  const { conditions = [], ...rest } = status as { conditions?: readonly object[] };
  const [first = {}, ...others] = conditions;
  return { ...rest, actualState: `STATE-${turn}`, conditions: [{ ...first, message: `Turn ${turn}.` }, ...others] };
}

/** Weir's own write: what differs, with the version it was derived from. */
const mergeStatus: Way = (object, turn) => {
  const { actualState, conditions } = changed(object, turn) as Record<string, unknown>;
  const { resourceVersion } = object.metadata;
  return weirPatch(undefined, name, { metadata: { resourceVersion }, status: { actualState, conditions } }, "/status");
};

const apply = (part: "" | "/status", status: (object: KubeObject, turn: number) => object | undefined): Way => {
  const query = `?fieldManager=weir-apply&force=true`;
  return (object, turn) => {
    const { apiVersion, kind, spec } = object;
    const content = part === "" ? { spec } : { status: status(object, turn) };
    const body = JSON.stringify({ apiVersion, kind, metadata: { name }, ...content });
    return { method: "PATCH", path: path + part + query, type: applyType, body };
  };
};

const putStatus = (status: (object: KubeObject, turn: number) => object | undefined): Way => {
  return (object, turn) => {
    const body = JSON.stringify({ ...object, status: status(object, turn) });
    return { method: "PUT", path: `${path}/status?fieldManager=weir-put`, body };
  };
};

/** Ways that must leave the object as it is. */
const isQuietWay = (way: string) => way.startsWith("GET") || way.endsWith("changes nothing");

const same = ({ status }: KubeObject) => status as object | undefined;
const ways: Readonly<Record<string, Way>> = {
  "GET (baseline)": read,
  "GET again (control)": read,
  "GET from the watch cache": () => ({ method: "GET", path: `${path}?resourceVersion=0` }),
  "status, merge patch of what differs": mergeStatus,
  "status, PUT": putStatus(changed),
  "status, apply": apply("/status", changed),
  "status, merge patch that changes nothing": ({ status }) => weirPatch(undefined, name, { status }, "/status"),
  "status, PUT that changes nothing": putStatus(same),
  "status, apply that changes nothing": apply("/status", same),
  "object, apply that changes nothing": apply("", () => undefined),
  "annotation, merge patch": (_, turn) =>
    weirPatch(undefined, name, { metadata: { annotations: { "weir.dev/cost": `${turn}` } } }),
};

interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
  readonly sent: number;
  readonly received: number;
}

/** Runs every way in turns and prints what each costs. */
export async function run(pairs: number): Promise<void> {
  const plane = await startRealPlane();
  try {
    await plane.make([name]);
    const names = Object.keys(ways);
    const samples = new Map<string, Sample[]>(names.map((one) => [one, []]));
    let turn = 0;
    for (let round = 0; round < pairs; round += 1) {
      for (const way of round % 2 === 0 ? names : names.toReversed()) {
        samples.get(way)?.push(await sample(plane, way, turn));
        turn += calls;
      }
      progress("write-cost: round", round + 1, pairs);
    }
    process.stdout.write(report(samples));
  } finally {
    await plane.close();
  }
}

async function sample(plane: RealPlane, name: string, from: number): Promise<Sample> {
  const way = ways[name] ?? read;
  let object = JSON.parse((await plane.call({ method: "GET", path })).text) as KubeObject;
  // The first apply of a manager is a write of its own; it shall not count.
  object = JSON.parse((await plane.call(way(object, from))).text);
  const { resourceVersion } = object.metadata;
  const answers: Answered[] = [];
  const cpu = plane.cpuMs();
  for (let turn = 1; turn <= calls; turn += 1) {
    const answer = await plane.call(way(object, from + turn));
    object = JSON.parse(answer.text);
    answers.push(answer);
  }
  const moved = object.metadata.resourceVersion !== resourceVersion;
  if (moved === isQuietWay(name)) throw new Error(`${name}: the object ${moved ? "has changed" : "is the same"}`);
  const cpuMs = (plane.cpuMs() - cpu) / calls;
  const of = (value: (answer: Answered) => number) => median(answers.map(value));
  return { ms: of(({ ms }) => ms), cpuMs, sent: of(({ sent }) => sent), received: of(({ received }) => received) };
}

function report(samples: ReadonlyMap<string, readonly Sample[]>): string {
  const [base = []] = samples.values();
  const ratio = (of: readonly Sample[], value: (one: Sample) => number) =>
    estimate(of.map((one, at) => value(one) / value(base[at] ?? one)));
  const rows = [...samples].map(([way, all]) => [
    way,
    `${median(all.map(({ ms }) => ms)).toFixed(2)} ms`,
    ratioText(ratio(all, ({ ms }) => ms)),
    `${median(all.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms`,
    ratioText(ratio(all, ({ cpuMs }) => cpuMs)),
    `${median(all.map(({ sent }) => sent))} B`,
    `${median(all.map(({ received }) => received))} B`,
  ]);
  const head = ["", "p50", "time / GET", "CPU", "CPU / GET", "sent", "received"];
  const control = ratio(samples.get("GET again (control)") ?? [], ({ ms }) => ms);
  const noise = isQuiet(control) ? "" : "VOID as far as time goes: the control is more than 5 % off. Bytes hold.\n";
  const about = "CPU is that of kube-apiserver and etcd together, for one call";
  return `\n${table(head, rows)}\n${about}\n${noise}`;
}
