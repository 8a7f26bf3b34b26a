import { functionNames } from "./functions.ts";
import { isPass } from "./log-lines.ts";
import type { World } from "./world.ts";

/** What Weir's functions did in a span of time; calls of users and sources are not counted. */
export interface Tally {
  /** Reads of resources from the API server, lists included. */
  readonly reads: number;
  /** Writes of resources to the API server. */
  readonly writes: number;
  readonly secretReads: number;
  /** Calls for the lease of the sweep. */
  readonly leaseCalls: number;
  readonly appManagerReads: number;
  /** Without what AppManager's events were told. */
  readonly appManagerWrites: number;
  /** Events that AppManager was told of. */
  readonly announcements: number;
  /** Events that the ApiServerSource delivered. */
  readonly events: number;
  /** Passes that the functions made. */
  readonly passes: number;
  /** Processes that were started. */
  readonly started: number;
}

/** Counts what happens in a world; marks may lie anywhere. */
export interface Meter {
  mark(): Mark;
  since(mark: Mark): Tally;
}

/** A point in time. */
export interface Mark {
  readonly api: number;
  readonly appManager: number;
  readonly events: number;
  readonly lines: number;
  readonly started: number;
}

/** A meter of a world from now on. */
export function makeMeter(world: World): Meter {
  const { platform, appManager, changes, logs } = world;
  const countStarted = () =>
    functionNames.flatMap((name) => world.functions[name].history().filter(({ event }) => event === "starting")).length;
  return {
    mark: () => ({
      api: platform.calls.length,
      appManager: appManager.calls.length,
      events: changes.deliveries.length,
      lines: logs.all.length,
      started: countStarted(),
    }),
    since: (mark) => {
      const calls = platform.calls.slice(mark.api).filter((call) => /:weir-(reconcile|refresh)$/.test(call.username));
      const ours = calls.filter((call) => call.path.includes("/vvpdeployments"));
      const all = appManager.calls.slice(mark.appManager);
      const backend = all.filter((call) => !isAnnouncement(call));
      return {
        reads: ours.filter(isRead).length,
        writes: ours.length - ours.filter(isRead).length,
        secretReads: calls.filter((call) => call.path.includes("/secrets/")).length,
        leaseCalls: calls.filter((call) => call.path.includes("/leases")).length,
        appManagerReads: backend.filter(isRead).length,
        appManagerWrites: backend.length - backend.filter(isRead).length,
        announcements: all.length - backend.length,
        events: changes.deliveries.length - mark.events,
        passes: logs.all.slice(mark.lines).filter(isPass).length,
        started: countStarted() - mark.started,
      };
    },
  };
}

/** A tally as one line of the timeline. */
export function tallyText(tally: Tally): string {
  const { reads, writes, secretReads, leaseCalls, appManagerReads, appManagerWrites, announcements } = tally;
  const secrets = secretReads === 0 ? "" : `, Secret ${count(secretReads, "read")}`;
  const lease = leaseCalls === 0 ? "" : `, Lease ${count(leaseCalls, "call")}`;
  const told = announcements === 0 ? "" : `, ${count(announcements, "event")} told`;
  return [
    `${count(tally.events, "event")}, ${count(tally.passes, "pass", "passes")}`,
    `API server: ${count(reads, "read")}, ${count(writes, "write")}${secrets}${lease}`,
    `AppManager: ${count(appManagerReads, "read")}, ${count(appManagerWrites, "write")}${told}`,
  ].join(" · ");
}

/** The processes that are alive, by function, with what keeps them. */
export function processText(world: World): string {
  const alive = functionNames.flatMap((name) =>
    world.functions[name].pods().map(({ pid, inFlight, state }) => {
      const held = inFlight > 0 ? `, holds ${count(inFlight, "request")}` : "";
      return `${name} (pid ${pid}${state === "stopping" ? ", stopping" : held})`;
    }),
  );
  return alive.length === 0 ? "none, every function is at zero" : alive.join(", ");
}

/** A number with its word. */
export function count(n: number, word: string, plural = `${word}s`): string {
  return `${n} ${n === 1 ? word : plural}`;
}

interface Call {
  readonly method: string;
  readonly path: string;
}

function isRead({ method }: Call): boolean {
  return method === "GET";
}

function isAnnouncement({ method, path }: Call): boolean {
  return method === "POST" && path.endsWith("/events");
}
