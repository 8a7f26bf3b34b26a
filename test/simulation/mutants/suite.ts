import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Defect } from "./mutant.ts";

/** What became of a test file. */
export interface Verdict {
  readonly suite: string;
  readonly passed: number;
  /** Names of the tests that assert what is not so. */
  readonly refuted: readonly string[];
  /** Whatever else went wrong: a file that does not load, a test that throws or does not end. */
  readonly errors: readonly string[];
}

/** What a runner is asked for: test files, and the defect that the source has meanwhile. */
export interface SuiteRun {
  readonly suites: readonly string[];
  readonly defect: Defect | undefined;
}

/** A vitest of its own, which goes from one defect to the next; one run at a time. */
export interface SuiteRunner {
  /**
   * Runs test files, by their paths from the root, over the source with the defect in it or without any.
   *
   * Rejects where vitest itself fails; the next run then has a new one.
   */
  run(asked: SuiteRun): Promise<readonly Verdict[]>;
  close(): Promise<void>;
}

/** Gives a runner that starts vitest when it is first asked. */
export function openSuites(): SuiteRunner {
  let worker: RunnerProcess | undefined;
  return {
    run: (asked) => {
      if (worker?.child.connected !== true) worker = start();
      return ask(worker, asked);
    },
    close: async () => {
      if (worker?.child.connected !== true) return;
      worker.child.disconnect();
      await worker.ended;
    },
  };
}

interface RunnerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  /** All that it has printed. */
  readonly said: string[];
}

function start(): RunnerProcess {
  const child = fork(join(import.meta.dirname, "suite-worker.ts"), { silent: true });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => said.push(String(text)));
  return { child, ended: once(child, "exit"), said };
}

function ask({ child, said }: RunnerProcess, asked: SuiteRun): Promise<readonly Verdict[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Verdict[]>();
  const fail = (code: number | null) => reject(new Error(`vitest ended with ${code} and no verdict: ${said.join("")}`));
  child.once("message", resolve).once("error", reject).once("exit", fail);
  child.send(asked);
  return promise.finally(() => child.off("message", resolve).off("error", reject).off("exit", fail));
}
