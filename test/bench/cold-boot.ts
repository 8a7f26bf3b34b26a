import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { KubeObject } from "../../shared/core/object.ts";
import { changeOf, lateChangeOf, review, tick } from "./events.ts";
import { type Ask, ask, end, start } from "./process.ts";
import { progress, ratioText, table } from "./report.ts";
import { type Estimate, estimate, isQuiet, median } from "./statistics.ts";
import { startWorld, type World } from "./world.ts";

/** One line for the list of benchmarks. */
export const summary = "Start of a process to its first answer to a real request, against bare node:http (B1)";

/** Something that is started, asked once and ended. */
interface Subject {
  readonly name: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ask: Ask;
  /** Status of a good answer. */
  readonly status: number;
  /** Calls of the API server and of the backend in one sample; reads of Secrets count. */
  readonly calls: readonly [number, number];
  readonly goal?: number;
}

const dist = (name: string) => join(import.meta.dirname, "../../dist", `${name}.cjs`);

/** Runs the benchmark and prints its table. */
export async function run(pairs: number): Promise<void> {
  const world = await startWorld();
  try {
    const object = await settle(world);
    const [floor, ...subjects] = makeSubjects(world, object);
    if (floor === undefined) return;
    for (const subject of [floor, ...subjects]) await check(world, subject);
    const rounds = await sample([floor, ...subjects, { ...floor, name: "control" }], pairs);
    process.stdout.write(report(floor, subjects, rounds));
  } finally {
    await world.close();
  }
}

/** Brings the example to rest: created on the platform, and a further pass finds nothing to do. */
async function settle(world: World): Promise<KubeObject> {
  const object = await world.create();
  const started = await start(dist("reconcile"), world.env);
  try {
    await ask(started.port, changeOf(object, "add"));
    await ask(started.port, lateChangeOf(await world.read()));
    return await world.read();
  } finally {
    await end(started);
  }
}

function makeSubjects({ env }: World, object: KubeObject): Subject[] {
  const change = lateChangeOf(object);
  const admission = { WEIR_INSTANCE_ID: env.WEIR_INSTANCE_ID ?? "", PORT: "0" };
  const keyless = { ...admission, WEIR_API_KEY_VALIDATION: "off" };
  const keyed = { ...admission, KUBECONFIG: env.KUBECONFIG ?? "" };
  return [
    {
      name: "bare node:http",
      file: join(import.meta.dirname, "bare.cjs"),
      env: {},
      ask: change,
      status: 204,
      calls: [0, 0],
    },
    { name: "admission", file: dist("admission"), env: keyed, ask: review, status: 200, calls: [1, 0] },
    {
      name: "admission, no key check",
      file: dist("admission"),
      env: keyless,
      ask: review,
      status: 200,
      calls: [0, 0],
      goal: 1.5,
    },
    { name: "reconcile", file: dist("reconcile"), env, ask: change, status: 204, calls: [2, 1], goal: 3 },
    { name: "refresh", file: dist("refresh"), env, ask: tick, status: 204, calls: [6, 1] },
  ];
}

/** What is timed must be right first: status, calls and writes of one sample. */
async function check(world: World, subject: Subject): Promise<void> {
  world.resetCounters();
  await timed(subject);
  const { api, backend, secrets, lines } = world.count();
  const found = [api + secrets, backend];
  if (found.join() === subject.calls.join()) return;
  throw new Error(`${subject.name}: expected ${subject.calls} calls, found ${found}:\n${lines.join("\n")}`);
}

/** Milliseconds from the start of the process to the end of its first answer. */
async function timed(subject: Subject): Promise<number> {
  const begun = performance.now();
  const started = await start(subject.file, subject.env);
  try {
    const { status, text } = await ask(started.port, subject.ask);
    const ms = performance.now() - begun;
    if (status !== subject.status) throw new Error(`${subject.name} answered ${status}: ${text}`);
    return ms;
  } finally {
    await end(started);
  }
}

type Samples = ReadonlyMap<string, readonly number[]>;

/** Every round starts each subject once, every second round in reverse order. */
async function sample(subjects: readonly Subject[], rounds: number): Promise<Samples> {
  const samples = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      samples.get(subject.name)?.push(await timed(subject));
    }
    progress("cold-boot: round", round + 1, rounds);
  }
  return samples;
}

function report(floor: Subject, subjects: readonly Subject[], samples: Samples): string {
  const base = samples.get(floor.name) ?? [];
  const ratio = (name: string): Estimate => estimate((samples.get(name) ?? []).map((ms, at) => ms / (base[at] ?? ms)));
  const control = ratio("control");
  const ms = (name: string) => `${median(samples.get(name) ?? []).toFixed(1)} ms`;
  const rows = subjects.map(({ name, goal }) => {
    const found = ratio(name);
    const wanted = goal === undefined ? "" : `<= ${goal}x ${found.median <= goal ? "met" : "MISSED"}`;
    return [name, ms(name), ratioText(found), wanted];
  });
  const head = ["", "p50", "ratio [95 %]", "goal"];
  const all = [
    [floor.name, ms(floor.name), "1", ""],
    ["the same again (control)", ms("control"), ratioText(control), ""],
  ];
  const verdict = isQuiet(control)
    ? ""
    : "\nVOID: the control is more than 5 % off, the machine was too busy. Run it again.\n";
  return `\n${table(head, [...all, ...rows])}${verdict}`;
}
