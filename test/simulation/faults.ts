/** Every way in which a process of Weir, and what drives it, talks to the world. */
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
export type IoKind = (typeof ioKinds)[number];

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
} as const;

/** A fault. */
export type Fault = keyof typeof faults;

const crashes = ["crash before", "crash after", "crash on answer"] as const;
const unanswered = ["cut before", "silent before", "slow", "frozen"] as const;
const inDoubt = ["cut after", "silent after", "late"] as const;
const apiRead = [...crashes, ...unanswered, "refused", "throttled", "denied"] as const;
const apiWrite = [...apiRead, ...inDoubt] as const;
const platformRead = [...apiRead, "page", "page after"] as const;
const platformWrite = [...platformRead, ...inDoubt] as const;

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
  event: ["lost", "twice", "delayed", "terminated"],
  tick: ["lost", "twice", "delayed", "terminated"],
  "own event": ["lost", "delayed", "terminated"],
};

/** Every pair of a kind and a fault that it can meet, as `api get × stale`. */
export const reachablePairs: readonly string[] = ioKinds.flatMap((kind) =>
  faultsOf[kind].map((fault) => pairOf(kind, fault)),
);

/** A pair as coverage names it. */
export function pairOf(kind: IoKind, fault: Fault): string {
  return `${kind} × ${fault}`;
}
