import { builtIn } from "./built-in.ts";
import { objects } from "./objects.ts";
import { patches } from "./patches.ts";
import { policies } from "./policies.ts";
import { reads } from "./reads.ts";
import { rules } from "./rules.ts";
import type { Step } from "./scenario.ts";
import { schemas } from "./schemas.ts";

/** All scenarios by the name of their recording. */
export const scenarios: Readonly<Record<string, readonly Step[]>> = {
  objects,
  patches,
  reads,
  "built-in": builtIn,
  schemas,
  rules,
  policies,
};
