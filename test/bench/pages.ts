import type { KubeObject } from "../../shared/core/object.ts";
import { type Answered, type RealPlane, resources, startRealPlane } from "./real-plane.ts";
import { progress, ratioText, table } from "./report.ts";
import { estimate, isQuiet, median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary = "A page of 500 resources in bytes, and a list of 10,000 in pages, on a real API server";

const pageSize = 500;
const total = 10_000;
const zip = { "accept-encoding": "gzip" };

/** Makes 10,000 resources and lists them in pages, with and without gzip. */
export async function run(pairs: number): Promise<void> {
  const plane = await startRealPlane();
  try {
    let made = 0;
    const names = Array.from({ length: total }, (_, index) => `page-${index}`);
    await plane.make(names, () => progress("pages: resources made", ++made, total));
    process.stdout.write(`\n${await sizes(plane)}\n`);
    process.stdout.write(`${await times(plane, pairs)}\n`);
  } finally {
    await plane.close();
  }
}

/** A page as it comes, and what its resources consist of. */
async function sizes(plane: RealPlane): Promise<string> {
  const { text, received: bytes } = await list(plane, {});
  const { items } = JSON.parse(text) as { items: readonly KubeObject[] };
  const zipped = await list(plane, zip);
  const parts: Readonly<Record<string, (item: KubeObject) => unknown>> = {
    "as kubectl's last-applied-configuration": ({ metadata }) =>
      metadata.annotations?.["kubectl.kubernetes.io/last-applied-configuration"],
    "as managedFields": ({ metadata }) => (metadata as { managedFields?: unknown }).managedFields,
    "as status": ({ status }) => status,
    "as spec": ({ spec }) => spec,
    "as Weir's record": ({ metadata }) => metadata.annotations?.["weir.dev/record"],
  };
  const share = (of: (item: KubeObject) => unknown) => {
    const length = items.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(of(item) ?? "")), 0);
    return [`${Math.round(length / items.length)} B`, percent(length, bytes)];
  };
  const rows = [
    ["one resource", `${Math.round(bytes / items.length)} B`, "100 %"],
    ...Object.entries(parts).map(([name, of]) => [name, ...share(of)]),
    [`a page of ${items.length}`, kib(bytes), ""],
    ["the same with gzip, as the API server sends it", kib(zipped.received), percent(zipped.received, bytes)],
  ];
  return table(["size", "bytes", "share"], rows);
}

const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;

interface Side {
  readonly ms: number[];
  readonly cpuMs: number[];
}

async function times(plane: RealPlane, pairs: number): Promise<string> {
  const one = `${resources}/page-0`;
  const makeSide = (): Side => ({ ms: [], cpuMs: [] });
  const sides = { plain: makeSide(), gzip: makeSide(), again: makeSide() };
  const gets: number[] = [];
  const order = ["plain", "gzip", "again"] as const;
  for (let round = 0; round < pairs; round += 1) {
    gets.push((await plane.call({ method: "GET", path: one })).ms);
    for (const side of round % 2 === 0 ? order : order.toReversed()) {
      const [begun, cpu] = [performance.now(), plane.cpuMs()];
      await list(plane, side === "gzip" ? zip : {});
      sides[side].ms.push(performance.now() - begun);
      sides[side].cpuMs.push(plane.cpuMs() - cpu);
    }
    progress("pages: lists", round + 1, pairs);
  }
  return report(sides, gets);
}

function report(sides: Readonly<Record<"plain" | "gzip" | "again", Side>>, gets: readonly number[]): string {
  const { plain, gzip, again } = sides;
  const ratio = (of: readonly number[], base: readonly number[]) =>
    estimate(of.map((value, at) => value / (base[at] ?? value)));
  const row = (name: string, { ms, cpuMs }: Side) => [
    name,
    `${median(ms).toFixed(0)} ms`,
    ratioText(ratio(ms, plain.ms)),
    `${median(cpuMs).toFixed(0)} ms`,
    ratioText(ratio(cpuMs, plain.cpuMs)),
  ];
  const rows = [
    row(`a list of ${total} in pages of ${pageSize}`, plain),
    row("the same again (control)", again),
    row("the same with gzip", gzip),
    ["a GET of one", `${median(gets).toFixed(2)} ms`, "", "", ""],
  ];
  const lines = table(["time", "p50", "ratio", "CPU of the server", "ratio"], rows);
  const isVoid = !isQuiet(ratio(again.ms, plain.ms));
  return isVoid ? `${lines}VOID as far as time goes: the control is more than 5 % off. Bytes hold.\n` : lines;
}

/** All pages of a list one after the other; only the first is kept. */
async function list(plane: RealPlane, headers: Readonly<Record<string, string>>): Promise<Answered> {
  const path = `${resources}?limit=${pageSize}`;
  const first = await plane.call({ method: "GET", path, headers });
  let next = tokenOf(first);
  let seen = 1;
  for (; next !== ""; seen += 1) {
    const rest = `${path}&continue=${encodeURIComponent(next)}`;
    next = tokenOf(await plane.call({ method: "GET", path: rest, headers }));
  }
  if (seen !== total / pageSize) throw new Error(`there are ${seen} pages`);
  return first;
}

/** Parsed whole, as Weir does. */
function tokenOf({ text }: Answered): string {
  return JSON.parse(text).metadata.continue ?? "";
}
