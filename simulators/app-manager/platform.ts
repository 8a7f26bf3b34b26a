import type { JsonValue } from "../../shared/core/json.ts";
import { makeUuid, type Random } from "../shell/random.ts";
import { type Faults, NO_FAULTS } from "./faults.ts";
import type { Window } from "./rate-limit.ts";
import { copyState, type Delays, makeState, type State } from "./state.ts";

/** One request as it arrived. `status` 0 means that no reply was sent; headers come without the token; `message` is that of an error reply. */
export type Call = {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: JsonValue | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fault?: string;
  readonly message?: string;
};

/** How a platform begins, and begins again after a reset. */
export type Beginning = {
  readonly seed: number;
  readonly token: string | undefined;
  readonly delays: Partial<Delays>;
};

/** The model with everything the shell around it remembers. */
export type Platform = {
  readonly beginning: Beginning;
  readonly clock: () => number;
  /** Milliseconds that this clock is ahead of the one that was given. */
  ahead: number;
  readonly calls: Call[];
  token: string;
  state: State;
  faults: Faults;
  random: Random;
  window: Window;
  history: { readonly at: number; readonly state: State }[];
};

/** Newest calls that are kept for `GET /admin/calls`. */
export const KEPT_CALLS = 10_000;

const NO_REQUESTS: Window = { second: 0, count: 0 };

/** A platform at its beginning: one editor token for namespace `default`, no deployments, no faults. */
export function makePlatform(beginning: Beginning, clock: () => number): Platform {
  const platform: Platform = {
    ...{ beginning, calls: [], history: [], window: NO_REQUESTS, ahead: 0 },
    clock: () => clock() + platform.ahead,
    ...begin(beginning),
  };
  return platform;
}

/** Takes a platform back to its beginning; the list of calls is emptied in place. */
export function resetPlatform(platform: Platform): void {
  Object.assign(platform, begin(platform.beginning), { history: [], window: NO_REQUESTS, ahead: 0 });
  platform.calls.length = 0;
}

function begin({ seed, token, delays }: Beginning): Pick<Platform, "token" | "state" | "faults" | "random"> {
  const random = { seed: (seed ^ 0x5eed) >>> 0 };
  const secret = token ?? makeUuid({ seed: (seed ^ 0x70ce) >>> 0 });
  const state = makeState(seed, new Map([[secret, { namespace: "default", role: "editor" }]]));
  state.delays = { ...state.delays, ...delays };
  return { token: secret, state, faults: NO_FAULTS, random };
}

/** Adds a call; the oldest goes when KEPT_CALLS is reached. */
export function recordCall(platform: Platform, call: Call): void {
  platform.calls.push(call);
  if (platform.calls.length > KEPT_CALLS) platform.calls.shift();
}

/** Keeps the state before a request at `now`, for as long as a stale read can ask for it. */
export function rememberState(platform: Platform, now: number): void {
  const { staleReadMs } = platform.faults;
  if (staleReadMs === 0) {
    platform.history.length = 0;
    return;
  }
  const usable = platform.history.filter(({ at }) => at > now - staleReadMs);
  platform.history = [...usable, { at: now, state: copyState(platform.state) }];
}

/** A copy of the state as it was at a time that `rememberState` covers; tokens and audit log are those of today. */
export function recallState(platform: Platform, then: number): State {
  const known = platform.history.find(({ at }) => at > then)?.state ?? platform.state;
  const { tokens, audit } = platform.state;
  return { ...copyState(known), tokens, audit };
}
