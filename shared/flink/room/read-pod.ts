import { at, type JsonValue } from "../../core/json.ts";
import { readQuantity } from "../../core/notation/memory-size.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Room } from "./room.ts";

/** True for a pod that takes nothing of its node any more. */
export function hasEnded({ status }: KubeObject): boolean {
  const phase = at(status, "phase");
  return phase === "Succeeded" || phase === "Failed";
}

/** The node that a pod is bound to; undefined while there is none. */
export function nodeOf({ spec }: KubeObject): string | undefined {
  const name = at(spec, "nodeName");
  return typeof name === "string" ? name : undefined;
}

/**
 * What a pod asks for: its containers and sidecars together, or the largest of what comes before them, and the overhead of its
 * runtime. What is no quantity counts as none.
 */
export function requestsOf({ spec }: KubeObject): Room {
  const before = listOf(at(spec, "initContainers"));
  const sidecars = before.filter((one) => at(one, "restartPolicy") === "Always");
  const amount = (name: string) => {
    const of = (container: JsonValue) => amountOf(at(container, "resources", "requests", name));
    const sum = [...listOf(at(spec, "containers")), ...sidecars].reduce<number>((all, one) => all + of(one), 0);
    return Math.max(sum, ...before.map(of)) + amountOf(at(spec, "overhead", name));
  };
  return { cpu: amount("cpu"), memory: amount("memory"), pods: 1 };
}

/** A quantity as a number; 0 of anything else. */
export function amountOf(value: JsonValue | undefined): number {
  return typeof value === "string" || typeof value === "number" ? (readQuantity(String(value)) ?? 0) : 0;
}

/** The members of a list; none of anything else. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
