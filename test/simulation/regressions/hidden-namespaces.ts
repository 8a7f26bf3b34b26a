import type { Schedule, TimedDeed } from "../schedule.ts";
import { peaceful } from "../settings.ts";
import type { Regression } from "./regression.ts";

/** A resource whose platform does not know its namespace for a moment of its deletion. */
function hidden(deeds: readonly TimedDeed[], calmAt: number): Schedule {
  return {
    seed: 548_463_673,
    setting: { ...peaceful, follows: false },
    deeds,
    faults: { listed: [] },
    calmAt,
    quietTicks: 1,
    past: "PUT",
  };
}

/** What broke where a 404 was about the namespace, and the next call found it there again. */
export const hiddenNamespaces: readonly Regression[] = [
  {
    name: "namespace-unknown-for-a-look",
    why: "The look was answered 404, the list behind it was answered and held the deployment, and the resource went without it.",
    cure: "A deployment that the platform lists is not gone",
    commit: "fd2fa22160ffc3c0488664d1b220a5dfc0bc91cf",
    file: "shared/kinds/vvp-deployment/believe-missing.ts",
    find: "return listed.some(isAsked) ?",
    replace: "return listed.some(isAsked) && false ?",
    killedBy: ["S8"],
    schedule: hidden(
      [
        { at: 5_152, deed: "remove" },
        { at: 6_201, deed: "hideNamespace" },
        { at: 6_468, deed: "breakSpec" },
        { at: 6_594, deed: "showNamespace" },
      ],
      7_594,
    ),
  },
  {
    name: "namespace-unknown-for-a-deletion",
    why: "The DELETE was answered 404 as if there were none any more, and the resource went without its deployment.",
    cure: "A DELETE that is answered 404 counts as done only where the list of the namespace confirms it",
    commit: "23eb1230b39b48ed0e9a05a1ddf1307b4245aa33",
    file: "shared/adapters/app-manager/deployments.ts",
    find: "if (doubt !== undefined) throw fromBadBody(",
    replace: "if (false) throw fromBadBody(",
    killedBy: ["S8"],
    schedule: hidden(
      [
        { at: 5_152, deed: "cancel" },
        { at: 8_152, deed: "remove" },
        { at: 8_230, deed: "hideNamespace" },
        { at: 8_270, deed: "showNamespace" },
      ],
      9_594,
    ),
  },
];
