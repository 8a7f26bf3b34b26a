import { readMemory } from "../../core/notation/memory-size.ts";
import type { Role } from "../flink-notation.ts";
import { readJvmMemory, shareBeside } from "./jvm-memory.ts";
import type { OptionReader } from "./option-reader.ts";

const mebi = 2 ** 20;

/** Whether anything says how large a role's process is, readable or not. */
export function isProcessSized({ text }: OptionReader, role: Role): boolean {
  return ["process.size", "flink.size"].some((name) => text(`${role}.memory.${name}`) !== undefined);
}

/**
 * The size of a role's process in whole MiB, as Flink rounds it: `…memory.process.size`, or what Flink makes of
 * `…memory.flink.size`; undefined where neither is set, since nothing else says how large a container must be (FD-18).
 */
export function readProcessSize(options: OptionReader, role: Role): number | undefined {
  const process = options.read(`${role}.memory.process.size`, readMemory);
  const flink = options.read(`${role}.memory.flink.size`, readMemory);
  if (process !== undefined) return Math.floor(process / mebi);
  if (flink === undefined) return undefined;
  const { metaspace, overhead } = readJvmMemory(options, `${role}.memory`);
  const inner = flink + metaspace;
  return Math.floor((inner + shareBeside(inner, overhead)) / mebi);
}
