import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FunctionName } from "../../cli/demo/functions.ts";
import type { World } from "../../cli/demo/world.ts";
import { findFreePort } from "../../simulators/platform/autoscaler/readiness.ts";

/** A function's bundle as a process of its own, without an autoscaler before it. */
export interface FunctionProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything that it wrote so far. */
  readonly text: { readonly out: string; readonly err: string };
  /** Its exit code, or the signal that ended it. */
  readonly closed: Promise<number | string | null>;
  stop(): Promise<unknown>;
}

/** Starts `dist/<name>.cjs` with just this environment, and PORT unless it is given. */
export async function startProcess(name: string, env: Readonly<Record<string, string>>): Promise<FunctionProcess> {
  const port = env.PORT ?? String(await findFreePort());
  const bundle = join(import.meta.dirname, `../../dist/${name}.cjs`);
  const child = spawn(process.execPath, [bundle], {
    env: { PATH: process.env.PATH, PORT: port, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { out: "", err: "" };
  for (const stream of ["out", "err"] as const) {
    child[`std${stream}`].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
    });
  }
  const closed = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string | null);
  const stop = () => {
    child.kill("SIGKILL");
    return closed;
  };
  return { url: `http://127.0.0.1:${port}`, child, text, closed, stop };
}

/** Resolves when it answers /readyz; rejects when it ends before. */
export async function whenReady(started: FunctionProcess): Promise<void> {
  const ended = started.closed.then((code) => `ended with ${code}: ${started.text.err}`);
  for (;;) {
    const answer = await fetch(`${started.url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    const end = await Promise.race([
      ended,
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 30)),
    ]);
    if (end !== undefined) throw new Error(end);
  }
}

/** Environment of a function outside of the autoscaler, against a world's servers. */
export async function envOf(world: World, name: FunctionName): Promise<Record<string, string>> {
  const env = { WEIR_INSTANCE_ID: "my-operator", KUBECONFIG: await world.kubeconfigOf(`weir-${name}`) };
  return name === "admission" ? env : { ...env, WEIR_APPMANAGER_URL: world.appManager.url };
}

/** Has a function of its own while `use` runs, ready from the start and gone at the end. */
export async function withProcess(
  world: World,
  name: FunctionName,
  use: (started: FunctionProcess) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const started = await startProcess(name, { ...(await envOf(world, name)), ...env });
  try {
    await whenReady(started);
    await use(started);
  } finally {
    await started.stop();
  }
}
