import type { Schedule, TimedDeed } from "../schedule.ts";
import { peaceful } from "../settings.ts";
import type { Regression } from "./regression.ts";

const cure = {
  cure: "VvpDeployment: what is mended is no longer said, also before there is a deployment",
  commit: "3600c181648b5b8b8cd0d8eee7ba168ddf04a615",
};

/** A resource of which there is no deployment yet, and whose spec breaks a rule for a while. */
function unmade(deeds: readonly TimedDeed[]): Schedule {
  return {
    seed: 1,
    even: true,
    setting: { ...peaceful, follows: false },
    deeds,
    faults: { listed: [] },
    calmAt: 15_000,
    quietTicks: 1,
  };
}

/** What was said of a spec that breaks a rule, which admission would have denied, and of its platform. */
export const brokenRules: readonly Regression[] = [
  {
    name: "mended-and-still-told",
    why: "A spec that broke a rule was mended, and its creation refused by the platform: SpecAligned went on to say InvalidSpec.",
    ...cure,
    file: "shared/kinds/vvp-deployment/conditions.ts",
    find: "return view.violations.length === 0;",
    replace: "return false;",
    killedBy: ["L3"],
    schedule: unmade([
      { at: 0, deed: "apply" },
      { at: 0, deed: "run" },
      { at: 0, deed: "nameSavepoint" },
      { at: 5_000, deed: "breakSpec" },
      { at: 5_000, deed: "forgetSavepoint" },
    ]),
  },
  {
    name: "recovered-and-still-told",
    why: "The token was mended when the spec broke a rule: Consistent went on to say AuthenticationFailed.",
    ...cure,
    file: "shared/kinds/vvp-deployment/consistent.ts",
    find: "?? (saysOutage(view) ? undefined : frozen)",
    replace: "?? frozen",
    killedBy: ["L3"],
    schedule: unmade([
      { at: 0, deed: "loseToken" },
      { at: 0, deed: "apply" },
      { at: 5_000, deed: "run" },
      { at: 5_000, deed: "nameSavepoint" },
      { at: 5_000, deed: "replaceToken" },
    ]),
  },
];
