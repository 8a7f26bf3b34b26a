import { readFileSync } from "node:fs";

/** User and system time of all threads of a process in milliseconds, by the kernel's count, whose tick is 10 ms. */
export function cpuOf(pid: number): number {
  const [, after = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = after.split(" ").slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}
