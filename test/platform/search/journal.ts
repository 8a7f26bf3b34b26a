import type { Passing } from "./fault-proxy.ts";
import type { Fault, Side } from "./plan.ts";
import { kindOfRequest } from "./subject.ts";

/** Remembers what went over the wire, for figures and for the story of a failure. */
export interface Journal {
  /** Notes something about a resource; about none, it belongs to the story of all. */
  note(name: string | undefined, line: string): void;
  /** Notes how a request of Weir's ended. */
  end(
    side: Side,
    name: string | undefined,
    passing: Passing,
    fault: Fault | undefined,
    status: number | undefined,
  ): void;
  readonly requests: Readonly<Record<Side, number>>;
  /** Writes so far, the Lease of the sweeps aside. */
  readonly writes: () => number;
  /** Requests by kind, as `api PATCH status`. */
  readonly kinds: ReadonlyMap<string, number>;
  /** How often which fault met which kind of request, as `api PATCH status: kill after`. */
  readonly met: ReadonlyMap<string, number>;
  /** What happened to a resource and to all, in order, with seconds. */
  story(name: string): readonly string[];
}

interface Entry {
  readonly name: string | undefined;
  readonly line: string;
}

/** `reset after`, `status 503`: a fault in words. */
export function inWords(fault: Fault): string {
  if (fault.kind === "status") return `status ${fault.status}`;
  if (fault.kind === "delay") return `delay of ${fault.ms} ms`;
  return fault.kind === "cut" ? "body cut" : `${fault.kind} ${fault.when}`;
}

/** An empty journal. */
export function makeJournal(): Journal {
  const from = performance.now();
  const entries: Entry[] = [];
  const requests = { api: 0, platform: 0 };
  const [kinds, met] = [new Map<string, number>(), new Map<string, number>()];
  let writes = 0;
  const note = (name: string | undefined, line: string) => {
    entries.push({ name, line: `${((performance.now() - from) / 1000).toFixed(3).padStart(8)} ${line}` });
  };
  return {
    note,
    requests,
    writes: () => writes,
    kinds,
    met,
    end: (side, name, passing, fault, status) => {
      requests[side] += 1;
      const kind = `${side} ${kindOfRequest(passing)}`;
      if (passing.method !== "GET" && !kind.endsWith("leases")) writes += 1;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const trouble = fault === undefined ? "" : ` (${inWords(fault)})`;
      if (name !== undefined || fault !== undefined) note(name, `${kind} ${status ?? "unanswered"}${trouble}`);
      if (fault === undefined) return;
      const pair = `${kind}: ${inWords(fault).replace(/ of \d+ ms/, "")}`;
      met.set(pair, (met.get(pair) ?? 0) + 1);
    },
    story: (name) => entries.filter((one) => one.name === undefined || one.name === name).map(({ line }) => line),
  };
}
