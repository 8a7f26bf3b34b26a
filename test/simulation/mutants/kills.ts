import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kill } from "./mutant.ts";

const path = join(import.meta.dirname, "kills.json");

/** How each mutant was found when the search was run last, by name. */
export function readKills(): Readonly<Record<string, Kill>> {
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, Kill>;
}

/** Keeps what a search found. */
export function writeKills(kills: Readonly<Record<string, Kill>>): void {
  const sorted = Object.entries(kills).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
