import { compat, makeImproved } from "../../../shared/autoscaler/cycle/profile.ts";
import { type Parameters, usualParameters } from "../../../shared/autoscaler/learn/parameters.ts";
import { autoscaler, quick } from "../controllers/autoscaler.ts";
import type { ControllerKind } from "../controllers/controller.ts";
import type { Choice, Setting } from "./coordinate-search.ts";

/** Parameters of a controller that are searched, and where the search begins. */
export interface Space {
  readonly first: Setting<number>;
  readonly choices: readonly Choice<number>[];
  readonly make: (setting: Setting<number>) => ControllerKind;
}

const minutes = ["stabilization.interval", "metrics.window", "catch-up.duration", "scale-down.interval"] as const;

/** The reference's behaviour by its own options; durations are minutes. */
const compatSpace: Space = {
  first: Object.fromEntries([
    ...minutes.map((key) => [key, Number.parseFloat(quick[key] ?? "0")] as const),
    ["utilization.target", 0.7],
  ]),
  choices: [
    { name: "metrics.window", values: [2, 3, 5] },
    { name: "stabilization.interval", values: [0.5, 1, 2] },
    { name: "catch-up.duration", values: [5, 10, 20] },
    { name: "scale-down.interval", values: [10, 30, 60] },
    { name: "utilization.target", values: [0.6, 0.7, 0.8] },
  ],
  make: (setting) => {
    const entries = Object.entries(setting).map(([key, value]) => {
      const isDuration = (minutes as readonly string[]).includes(key);
      return [key, isDuration ? `${value * 60} s` : String(value)] as const;
    });
    return autoscaler("compat", "as searched", compat, { ...quick, ...Object.fromEntries(entries) });
  },
};

/** What the profile `improved` takes for granted, with default options. */
const improvedSpace: Space = {
  first: { ...usualParameters },
  choices: [
    { name: "certainty", values: [1, 2] },
    { name: "horizon", values: [3, 5] },
    { name: "holdShare", values: [0.25, 0.35, 0.5] },
    { name: "leastSaving", values: [0.1, 0.2, 0.3] },
    { name: "elasticity", values: [0.85, 0.9, 0.95] },
    { name: "elasticityWeight", values: [0.1, 0.3] },
  ],
  make: (setting) => {
    const parameters: Parameters = { ...usualParameters, ...setting };
    return autoscaler("improved", "as searched", makeImproved(parameters), {});
  },
};

/** What can be searched, by the names of controllers. */
export const spaces: Readonly<Record<"compat" | "improved", Space>> = { compat: compatSpace, improved: improvedSpace };
