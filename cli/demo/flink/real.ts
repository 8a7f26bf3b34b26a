import { spawn } from "node:child_process";
import { once } from "node:events";

/** Why there is no real Flink on this machine, with what to do about it; undefined where there is. */
export async function whyNoRealFlink(): Promise<string | undefined> {
  const { whyNoSandbox } = await import("../../../test/platform/real/node/sandbox.ts");
  const { whyNot } = await import("../../../test/platform/real/why-not.ts");
  const { whyNoFlink } = await import("../../../test/platform/real/flink/build-flink.ts");
  return whyNoSandbox() ?? (await whyNot("node")) ?? whyNoFlink();
}

/**
 * Plays a short story of the suite on real Flink, on a real node in a sandbox, and resolves with its exit code; each step is
 * told when it is over.
 *
 * Assumptions: `whyNoRealFlink` found nothing, and the bundles are built.
 */
export async function playRealFlink(): Promise<number> {
  const { sandboxed } = await import("../../../test/platform/real/node/sandbox.ts");
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=node", "--reporter=verbose"];
  const suite = "test/platform/real/node/flink/flink.test.ts";
  const [program = "", ...args] = sandboxed([process.execPath, ...vitest, suite]);
  const env = { ...process.env, WEIR_REAL_FLINK: "demo" };
  const [code] = await once(spawn(program, args, { stdio: "inherit", env }), "close");
  return code === 0 ? 0 : 1;
}
