import { makeImproved } from "../../../shared/autoscaler/cycle/profile.ts";
import { type Parameters, usualParameters } from "../../../shared/autoscaler/learn/parameters.ts";
import { autoscaler } from "./autoscaler.ts";
import type { ControllerKind } from "./controller.ts";

/** One part of the profile `improved`, and the parameters without it. */
const parts: readonly (readonly [name: string, about: string, without: Partial<Parameters>])[] = [
  ["no second look", "scales up for a single look", { looks: 1 }],
  ["no certainty", "takes the mean of noisy looks for what has come", { certainty: 0 }],
  ["no trend", "does not expect a steady growth to go on", { horizon: 0 }],
  ["no curve", "takes capacity to be linear, as the reference does", { elasticity: 1, elasticityWeight: 1e9 }],
  ["no hold", "shrinks at once, and regrets nothing", { holdShare: 0 }],
  ["any saving", "shrinks also where that saves next to nothing", { leastSaving: 0 }],
];

/** The profile `improved`, and the same without one of its parts each: what each of them is worth. */
export const ablationKinds: readonly ControllerKind[] = [
  autoscaler("improved", "the profile `improved`, default options", makeImproved(usualParameters), {}),
  ...parts.map(([name, about, without]) =>
    autoscaler(name, `improved, but ${about}`, makeImproved({ ...usualParameters, ...without }), {}),
  ),
];
