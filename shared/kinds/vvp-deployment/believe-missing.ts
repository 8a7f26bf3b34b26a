import { toFault } from "../../core/error.ts";
import type { Backend } from "./view.ts";

/**
 * What a look found, where "missing" counts only if the list of the namespace's deployments is answered as well: an
 * address that is not AppManager's answers 404 to everything, and a job may run unseen (R90).
 *
 * Guarantees: never rejects; nobody is asked unless something is missing. What the list holds is of no account.
 */
export async function believeMissing(looked: Backend, list: () => Promise<unknown>): Promise<Backend> {
  if (looked.found !== "missing") return looked;
  try {
    await list();
    return looked;
  } catch (error) {
    return { found: "unknown", fault: toFault(error) };
  }
}
