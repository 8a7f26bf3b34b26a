import { readMemory } from "../../core/notation/memory-size.ts";
import { type Reading, unreadable } from "../../core/notation/reading.ts";
import { readDouble } from "../../core/notation/scalar.ts";
import type { OptionReader } from "./option-reader.ts";

const mebi = 2 ** 20;

/** A share of something, between two bounds in bytes. */
export interface Share {
  /** In 32 bits, as Flink keeps it. */
  readonly fraction: number;
  readonly least: number;
  readonly most: number;
}

/** What a JVM needs beside the memory that Flink uses, in bytes. */
export interface JvmMemory {
  readonly metaspace: number;
  readonly overhead: Share;
}

/** Metaspace and overhead as options that begin so say, such as `taskmanager.memory`; Flink's defaults are the same for both roles. */
export function readJvmMemory(options: OptionReader, prefix: string): JvmMemory {
  return {
    metaspace: options.read(`${prefix}.jvm-metaspace.size`, readMemory) ?? 256 * mebi,
    overhead: readShare(options, `${prefix}.jvm-overhead`, { least: 192 * mebi, most: 1024 * mebi }),
  };
}

/** A tenth between these bounds, where `….fraction`, `….min` and `….max` say nothing else. */
export function readShare(options: OptionReader, prefix: string, usual: Omit<Share, "fraction">): Share {
  return {
    fraction: readFraction(options, `${prefix}.fraction`, 0.1),
    least: options.read(`${prefix}.min`, readMemory) ?? usual.least,
    most: options.read(`${prefix}.max`, readMemory) ?? usual.most,
  };
}

/** A fraction in 32 bits, as Flink keeps it. */
export function readFraction(options: OptionReader, key: string, usual: number): number {
  return Math.fround(options.read(key, readPart) ?? usual);
}

function readPart(text: string): Reading<number> {
  const number = readDouble(text);
  return number.ok && !(number.value >= 0 && number.value < 1)
    ? unreadable("is no fraction from 0 to below 1")
    : number;
}

/** The share of so many bytes, in whole bytes. */
export function shareOf(bytes: number, share: Share): number {
  return within(share, bytes * share.fraction);
}

/** What comes beside so many bytes so that it is its share of both together, in whole bytes. */
export function shareBeside(bytes: number, share: Share): number {
  return within(share, bytes * (share.fraction / (1 - share.fraction)));
}

function within({ least, most }: Share, bytes: number): number {
  return Math.min(Math.max(Math.trunc(bytes), least), most);
}
