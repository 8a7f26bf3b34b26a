import type { AutoscalerPorts, StateStore, StoredState } from "../../../shared/autoscaler/cycle/ports.ts";
import { compat, improved, type Profile } from "../../../shared/autoscaler/cycle/profile.ts";
import { runCycle } from "../../../shared/autoscaler/cycle/run-cycle.ts";
import type { Controller, ControllerKind, Look, Wish } from "./controller.ts";

/** Options of the autoscaler by their keys, without what all of them begin with. */
export type Options = Readonly<Record<string, string>>;

/** The autoscaler itself: the cycle that ships, over ports that lead into the laboratory. */
export function autoscaler(name: string, about: string, profile: Profile, options: Options): ControllerKind {
  const set = Object.entries({ enabled: "true", ...options });
  const configuration = Object.fromEntries(set.map(([key, value]) => [`job.autoscaler.${key}`, value]));
  return { name, about, make: () => makeController(profile, configuration) };
}

function makeController(profile: Profile, configuration: Options): Controller {
  let present: Look = { at: 0, status: "RESTARTING", reading: undefined };
  let wish: Wish | undefined;
  const ports: AutoscalerPorts = {
    metrics: {
      look: async () =>
        present.reading
          ? { kind: "read", reading: present.reading }
          : { kind: "unavailable", why: "metrics are faulty" },
    },
    states: makeStore(),
    realizer: {
      realize: async (_, { parallelism }) => {
        wish = parallelism;
      },
    },
    reporter: { report: async () => {} },
  };
  const signal = new AbortController().signal;
  return {
    look: async (look) => {
      present = look;
      wish = undefined;
      await runCycle(
        { key: "job", jobId: "1", status: look.status, configuration, now: look.at },
        ports,
        profile,
        signal,
      );
      return wish;
    },
  };
}

/** State as it is: writing and reading it as text would be most of the work of a run. */
function makeStore(): StateStore {
  let stored: StoredState | undefined;
  let writes = 0;
  return {
    load: async () => stored,
    save: async (_, state) => {
      writes += 1;
      stored = { state, version: String(writes) };
      return "saved";
    },
    remove: async () => {
      stored = undefined;
    },
  };
}

/** Options that make the reference's behaviour quick (8.3). */
export const quick: Options = {
  "stabilization.interval": "1 min",
  "metrics.window": "3 min",
  "restart.time": "1 min",
  "catch-up.duration": "10 min",
};

/** What `--search compat` finds to be best on the training set. */
const tuned: Options = {
  "stabilization.interval": "60 s",
  "metrics.window": "300 s",
  "catch-up.duration": "1200 s",
  "scale-down.interval": "1800 s",
};

/** The shipped profiles; the reference's behaviour also with options that make it quick (8.3). */
export const autoscalerKinds: readonly ControllerKind[] = [
  autoscaler("improved", "the profile `improved`, default options", improved, {}),
  autoscaler("compat", "the reference's behaviour, default options", compat, {}),
  autoscaler("compat tuned", "the same, as `--search compat` makes it", compat, { ...quick, ...tuned }),
  autoscaler("compat quick", "the reference's behaviour, 3 min window, shrinks after 30 min", compat, {
    ...quick,
    "scale-down.interval": "30 min",
  }),
  autoscaler("compat hasty", "the same, shrinks at once", compat, { ...quick, "scale-down.interval": "0 s" }),
];
