import type { StoredChange } from "../../../cli/demo/platform.ts";
import { at } from "../../../shared/core/json.ts";
import { finalizer } from "../../../shared/core/object.ts";
import type { State } from "../../../simulators/app-manager/state.ts";

/** Watches both sides while they are used, for what must not be at any moment. */
export interface Census {
  /** Looks at the platform after each of its calls. */
  look(state: State): void;
  /** Hears of each change of a resource. */
  hear(change: StoredChange, state: State): void;
  /** What was found, by the name of the resource. */
  readonly found: readonly Finding[];
}

/** Something that must not be. */
export interface Finding {
  readonly name: string;
  readonly what: string;
}

const uidAnnotation = "ververica.platform/cr-uid";

/**
 * A census that has seen nothing yet: one deployment per resource (S1), one savepoint and one restart per value of a nonce
 * (S2), and a finalizer for as long as there is a deployment (S8).
 */
export function makeCensus(): Census {
  const found: Finding[] = [];
  const [ids, savepoints, marks] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string[]>()];
  const tell = (name: string, what: string) => {
    if (!found.some((one) => one.name === name && one.what === what)) found.push({ name, what });
  };
  const oneOf = (known: Map<string, string>, key: string, id: string, name: string, what: string) => {
    if ((known.get(key) ?? id) !== id) tell(name, what);
    known.set(key, id);
  };
  const restart = (id: string, mark: unknown, name: string) => {
    const all = marks.get(id) ?? [];
    marks.set(id, all);
    const value = typeof mark === "string" ? `${mark.split("#")[0]}` : "none";
    if (value === all.at(-1)) return;
    if (all.includes(value)) tell(name, `S2: the restart ${value} came back after ${all.join(", ")}`);
    all.push(value);
  };
  return {
    found,
    look: ({ rows, savepoints: taken }) => {
      for (const { deployment } of rows.values()) {
        const { name, id, annotations } = deployment.metadata;
        const uid = annotations[uidAnnotation];
        if (uid === undefined) continue;
        oneOf(ids, uid, id, name, `S1: a second deployment was made for ${uid}`);
        restart(id, at(deployment.spec, "template", "metadata", "annotations", "weir.dev/restart"), name);
      }
      for (const { metadata } of taken.values()) {
        const asked = metadata.annotations["weir.dev/request"]?.split("#")[0];
        const name = rows.get(metadata.deploymentId)?.deployment.metadata.name ?? "";
        if (asked !== undefined) oneOf(savepoints, asked, metadata.id, name, `S2: a second savepoint for ${asked}`);
      }
    },
    hear: ({ type, object }, { rows }) => {
      const { name, uid = "", finalizers = [], deletionTimestamp } = object.metadata;
      const released = type === "DELETED" || (deletionTimestamp !== undefined && !finalizers.includes(finalizer));
      if (!released) return;
      const left = [...rows.values()].find(({ deployment }) => deployment.metadata.annotations[uidAnnotation] === uid);
      if (left !== undefined) tell(name, "S8: the finalizer went before the deployment");
    },
  };
}
