import { autopilotNews } from "./autopilot.ts";
import { endingNews } from "./endings.ts";
import { handoverNews } from "./handover.ts";
import { lifecycleNews } from "./lifecycle.ts";
import { nonceNews } from "./nonces.ts";
import { lateNonceNews } from "./nonces-late.ts";
import { restartNews } from "./restarts.ts";
import type { Told } from "./told.ts";

/**
 * Everything that the rows of this kind tell the platform's events (R126, R127, X6, X7).
 *
 * It stands apart from the rows, so that what is told can be read at a glance: how often, and when for the first time.
 */
export const allTold: Told = {
  ...lifecycleNews,
  ...nonceNews,
  ...lateNonceNews,
  ...restartNews,
  ...autopilotNews,
  ...endingNews,
  ...handoverNews,
};
