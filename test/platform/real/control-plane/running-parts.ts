import { rm } from "node:fs/promises";
import { partPath } from "../build/cache.ts";
import { type PartProcess, startPart } from "./part-process.ts";

/** The parts of one control plane that run. */
export interface RunningParts {
  /** Throws when its program is not there, and once all is closed. */
  start(name: string, args: readonly string[]): PartProcess;
  stop(name: string, graceMs?: number): Promise<void>;
  /** Ids of what runs. */
  pids(): number[];
  /** Ends everything, the store last; nothing starts afterwards. */
  close(): Promise<void>;
}

/** None yet; closing removes the folder unless it is to be kept. */
export function makeRunningParts(folder: string, { detached = false, keep = false } = {}): RunningParts {
  const running = new Map<string, PartProcess>();
  let isClosed = false;
  return {
    start: (name, args) => {
      if (isClosed) throw new Error(`${name} is not started any more`);
      const part = startPart({ path: partPath(name), args, folder, detached });
      running.set(name, part);
      return part;
    },
    stop: async (name, graceMs) => running.get(name)?.stop(graceMs),
    pids: () => [...running.values()].filter((part) => part.isAlive()).map(({ pid }) => pid),
    close: async () => {
      isClosed = true;
      const users = [...running].filter(([name]) => name !== "etcd").map(([, part]) => part);
      await Promise.all(users.map((part) => part.stop()));
      await running.get("etcd")?.stop();
      // A file may still be on its way into it.
      if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    },
  };
}
