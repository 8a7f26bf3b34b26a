import { writeMemory } from "../../core/notation/memory-size.ts";
import type { ExplainedChange, ExplainedPlan, HeldVertex } from "./explanation.ts";

/** A moment as a sentence shows it, to the second. */
export function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds as minutes and seconds. */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return minutes === 0 ? `${rest} s` : rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** Records per second at two digits, whatever the language of the machine. */
export function rate(value: number): string {
  if (Number.isNaN(value)) return "an unknown rate";
  return Number.isFinite(value) ? `${value.toFixed(2)}/s` : "any rate";
}

/** A share in percent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** What is planned for each vertex, and why. */
export function changesText(changes: readonly ExplainedChange[]): string {
  return changes
    .map(
      ({ name, from, to, capacity, expected, demand }) =>
        `${name} from ${from} to ${to} (${rate(demand)} come in; it can do ${rate(capacity)} now, ${rate(expected)} then)`,
    )
    .join("; ");
}

/** The memory that is recommended; empty where there is none. */
export function memoryText({ memory }: ExplainedPlan): string {
  return memory === undefined
    ? ""
    : ` Of memory a TaskManager would need ${writeMemory(memory.total)}: ${writeMemory(memory.heap)} of heap, ${writeMemory(memory.managed)} managed, ${writeMemory(memory.network)} of network, ${writeMemory(memory.metaspace)} of metaspace.`;
}

/** Vertices with what they have and what they would be given. */
export function heldText(vertices: readonly HeldVertex[]): string {
  return vertices.map(({ name, from, wanted }) => `${name} (${from}, ${wanted} would be right)`).join(", ");
}
