import { takeTurns } from "../../../../shared/adapters/app-manager/take-turns.ts";
import type { NoAnswer, WireAnswer, WireRequest } from "../../../../shared/adapters/http.ts";
import { repeatReads } from "../../../../shared/adapters/repeat-reads.ts";
import { evenChance } from "../../../world/even-chance.ts";
import { makeSlowHost } from "../../../world/slow-transport.ts";
import { VirtualClock } from "../../../world/virtual-clock.ts";

/** A request like any other. */
export const usual = { method: "GET", url: "http://vvp/a", headers: {}, timeoutMs: 5_000, largest: 1 } as const;

/** A host behind turns, in virtual time. */
export function makeRig(rate = { perSecond: 10, burst: 2 }) {
  const clock = new VirtualClock();
  const host = makeSlowHost(clock);
  const ports = { clock, random: evenChance };
  const inTurn = takeTurns(host.transport, { ...ports, rate });
  const ask = (request: Partial<WireRequest> = {}, signal?: AbortSignal) =>
    inTurn.send({ ...usual, ...request }, signal).then(told);
  const read = (request: Partial<WireRequest> = {}) =>
    repeatReads(inTurn, ports)
      .send({ ...usual, ...request })
      .then(told);
  /** Lets a call go on until it has ended. */
  const end = async <Value>(call: Promise<Value>): Promise<Value> => {
    await clock.advance(60_000);
    return call;
  };
  return { clock, host, ask, read, end };
}

/** An answer in a word or two. */
export function told(heard: WireAnswer | NoAnswer): string {
  if (!("why" in heard)) return `${heard.status}`;
  return heard.heldForMs === undefined ? heard.why : `${heard.cause} for ${heard.heldForMs / 1000}`;
}

/** What a request of one caller has. */
export const token = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });
