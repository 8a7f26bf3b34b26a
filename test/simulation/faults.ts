/** How a process that serves the Flink kinds talks to the cluster's objects, and to Flink. */
export const flinkIoKinds = [
  "objects get",
  "objects list",
  "objects apply",
  "objects create",
  "objects patch",
  "objects delete",
  "flink get",
  "flink trigger",
  "flink cancel",
  "flink run",
  "flink jar",
] as const;

/** Every way in which a process of Weir that serves AppManager's kind, and what drives it, talks to the world. */
export const ioKinds = [
  "api get",
  "api list",
  "api secret",
  "api patch",
  "api status",
  "lease read",
  "lease write",
  "platform get",
  "platform list",
  "platform savepoints",
  "platform create",
  "platform patch",
  "platform replace",
  "platform delete",
  "platform savepoint",
  "platform announce",
  "event",
  "tick",
  "own event",
] as const;

/** A kind of input or output. */
export type IoKind = (typeof ioKinds)[number] | (typeof flinkIoKinds)[number];

/** What can go wrong with one of them (`perf-reliability.md` 4.4). */
export const faults = {
  "crash before": "the process dies before it is sent",
  "crash after": "the process dies once it has taken effect, before the answer comes",
  "crash on answer": "the process dies at the answer",
  refused: "503, nothing has happened",
  throttled: "429 with Retry-After, nothing has happened",
  denied: "401, nothing has happened",
  page: "404 with an HTML page of a proxy, nothing has happened",
  "page after": "200 with an HTML page of a proxy; it has happened",
  "cut before": "the connection is cut, nothing has happened",
  "cut after": "the connection is cut; it has happened",
  "silent before": "no answer in time, nothing ever happens",
  "silent after": "no answer in time; it has happened",
  late: "no answer in time; it happens up to 30 s later",
  slow: "the answer comes late, but in time",
  frozen: "the process stands still for up to 40 s before it sees the answer",
  stale: "what was so some versions ago",
  lost: "never arrives",
  twice: "arrives again, up to five times",
  delayed: "arrives up to two minutes late",
  terminated: "who gets it is told to end (SIGTERM), with or without grace",
  failed: "500, nothing has happened",
  "failed after": "500; it has happened",
  jumped: "the wall clock of the process jumps by up to 10 minutes, either way, before it sees the answer",
  cold: "waits up to 20 s for a pod that starts",
  "timed out": "cut off within 5 s, while what it began goes on or is killed; a source delivers it again",
} as const;

/** The same with what only calls for the Flink kinds meet. */
export const allFaults = {
  ...faults,
  "crash late": "the process dies once it is sent; it happens up to 30 s later",
} as const;

/** A fault. */
export type Fault = keyof typeof allFaults;

const crashes = ["crash before", "crash after", "crash on answer"] as const;
const unanswered = ["cut before", "silent before", "slow", "frozen"] as const;
const inDoubt = ["cut after", "silent after", "late"] as const;
const apiRead = [...crashes, ...unanswered, "refused", "throttled", "denied", "failed", "jumped"] as const;
const apiWrite = [...apiRead, ...inDoubt, "failed after"] as const;
const platformRead = [...apiRead, "page", "page after"] as const;
const platformWrite = [...platformRead, ...inDoubt, "failed after"] as const;
// Reads of one object, and lists, are of the newest version: nobody asks a cache.
const objectsRead = apiRead;
const objectsWrite = [...apiWrite, "crash late"] as const;
const flinkRead = [...crashes, ...unanswered, "refused", "page", "page after", "failed", "jumped"] as const;
const flinkWrite = [...flinkRead, ...inDoubt, "crash late", "failed after"] as const;

/** Which faults each kind can meet; the pairs are what coverage counts. */
export const faultsOf: Readonly<Record<IoKind, readonly Fault[]>> = {
  "api get": [...apiRead, "stale"],
  "api list": [...apiRead, "stale"],
  "api secret": apiRead,
  "api patch": apiWrite,
  "api status": apiWrite,
  "lease read": apiRead,
  "lease write": apiWrite,
  "platform get": platformRead,
  "platform list": platformRead,
  "platform savepoints": platformRead,
  "platform create": platformWrite,
  "platform patch": platformWrite,
  "platform replace": platformWrite,
  "platform delete": platformWrite,
  "platform savepoint": platformWrite,
  "platform announce": platformWrite,
  "objects get": objectsRead,
  "objects list": objectsRead,
  "objects apply": objectsWrite,
  "objects create": objectsWrite,
  "objects patch": objectsWrite,
  "objects delete": objectsWrite,
  "flink get": flinkRead,
  "flink trigger": flinkWrite,
  "flink cancel": flinkWrite,
  "flink run": flinkWrite,
  // Its body is streamed, and ends with its sender.
  "flink jar": [...flinkRead, "cut after", "silent after", "failed after"],
  event: ["lost", "twice", "delayed", "terminated", "cold", "timed out"],
  tick: ["lost", "twice", "delayed", "terminated", "cold", "timed out"],
  "own event": ["lost", "delayed", "terminated", "cold", "timed out"],
};

/** Every pair of a kind and a fault that it can meet, as `api get × stale`. */
export const reachablePairs: readonly string[] = pairsOf(ioKinds);

/** The same for the Flink kinds. */
export const flinkPairs: readonly string[] = pairsOf([
  "api get",
  "api list",
  "api patch",
  "api status",
  ...flinkIoKinds,
  "event",
  "tick",
  "own event",
]);

function pairsOf(kinds: readonly IoKind[]): readonly string[] {
  return kinds.flatMap((kind) => faultsOf[kind].map((fault) => pairOf(kind, fault)));
}

/** A pair as coverage names it. */
export function pairOf(kind: IoKind, fault: Fault): string {
  return `${kind} × ${fault}`;
}
