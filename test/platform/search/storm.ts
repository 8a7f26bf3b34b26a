import { setTimeout as sleep } from "node:timers/promises";
import { draw, type Random } from "../../../simulators/shell/random.ts";
import type { Arena } from "./arena.ts";
import type { Journal } from "./journal.ts";
import { between, pick } from "./plan.ts";
import { actors } from "./service.ts";

/** What happens to everybody at once while a storm lasts. */
export interface Storm {
  end(): Promise<void>;
}

const duplicated = [
  { kind: "duplicate", method: "POST", path: "/deployments" },
  { kind: "duplicate", method: "PATCH", path: "/deployments/" },
  { kind: "duplicate", method: "DELETE", path: "/deployments/" },
] as const;

/** Sets the simulator's knobs, each at a strength of its own; a savepoint is never delivered twice, nobody could help that. */
export function rough({ appManager }: Arena, random: Random): void {
  const rate = (most: number) => draw(random) * most;
  appManager.admin.configure({
    latencyMs: [0, between(random, 0, 20)],
    rate429: rate(0.03),
    retryAfterSeconds: 1,
    rate5xx: rate(0.03),
    resetAfterCommit: rate(0.03),
    htmlNotFound: rate(0.02),
    garbage: rate(0.02),
    hang: rate(0.004),
    eventFailure: rate(0.2),
    next: duplicated.filter(() => draw(random) < 0.5),
  });
}

/** Takes all of that back. */
export function calm({ appManager }: Arena): void {
  const none = { rate429: 0, rate5xx: 0, resetAfterCommit: 0, htmlNotFound: 0, garbage: 0, hang: 0, eventFailure: 0 };
  appManager.admin.configure({ ...none, latencyMs: [0, 0], next: [] });
}

/** Ticks, and ends of whole services at moments of their own, until it is ended. */
export function raise(arena: Arena, journal: Journal, random: Random): Storm {
  const ending = new AbortController();
  const { signal } = ending;
  const repeat = async (low: number, high: number, act: () => unknown) => {
    while (!signal.aborted) {
      await sleep(between(random, low, high), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await act();
    }
  };
  const ticks = repeat(500, 1_500, () => arena.tick.tick());
  const strikes = repeat(1_000, 4_000, () => {
    const name = pick(random, actors);
    const how = pick(random, ["SIGKILL", "SIGKILL", "SIGTERM"] as const);
    journal.note(undefined, `${how} to all pods of ${name}`);
    arena.services[name].strike(how);
  });
  return {
    end: async () => {
      ending.abort();
      await Promise.all([ticks, strikes]);
    },
  };
}
