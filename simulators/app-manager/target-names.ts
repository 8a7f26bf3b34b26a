import { nameKey, type State } from "./state.ts";

/** True for the name of a target that deployments of a namespace can refer to. */
export function hasTarget(state: State, namespace: string, name: string): boolean {
  return state.targets.has(name) || state.ownTargets.has(nameKey(namespace, name));
}
