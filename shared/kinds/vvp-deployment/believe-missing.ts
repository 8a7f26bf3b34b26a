import { type Fault, toFault } from "../../core/error.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import type { Backend } from "./view.ts";

/** What a look asked for; an id or a name that is not known is undefined. */
interface Asked {
  readonly namespace: string;
  readonly idsOrNames: readonly (string | undefined)[];
}

/**
 * What a look found, where "missing" counts only if the list of the namespace's deployments is answered as well, and
 * does not hold what was asked for: an address that is not AppManager's answers 404 to everything, a namespace may be
 * unknown for the look alone, and a job may run unseen (R90, S8).
 *
 * Guarantees: never rejects; nobody is asked unless something is missing. Of two answers that contradict each other
 * neither is a fact, so that the fault is one that passes by itself.
 */
export async function believeMissing(
  looked: Backend,
  asked: Asked,
  list: () => Promise<readonly Deployment[]>,
): Promise<Backend> {
  if (looked.found !== "missing") return looked;
  try {
    const listed = await list();
    const isAsked = ({ id, name }: Deployment) => asked.idsOrNames.some((one) => one === id || one === name);
    return listed.some(isAsked) ? { found: "unknown", fault: contradiction(asked) } : looked;
  } catch (error) {
    return { found: "unknown", fault: toFault(error) };
  }
}

function contradiction({ namespace, idsOrNames: [first] }: Asked): Fault {
  const message = `AppManager answered 404 to get deployment ${namespace}/${first}, and then listed it`;
  return { code: "Malformed", message, applied: "no" };
}
