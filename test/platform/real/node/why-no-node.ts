import { whyNot } from "../why-not.ts";
import { sandboxCgroup, whyNoSandbox } from "./sandbox.ts";

/**
 * Why there can be no node in this process, in one line; undefined when there can.
 *
 * Throws it instead where `CI` is `true`, so that nothing is skipped there unseen.
 */
export async function whyNoNode(): Promise<string | undefined> {
  const outside = sandboxCgroup() === undefined ? "A node runs in a sandbox only, as npm test starts it" : undefined;
  const reason = whyNoSandbox() ?? outside ?? (await whyNot("node"));
  if (reason === undefined) return undefined;
  if (process.env.CI === "true") throw new Error(reason);
  console.warn(`\nSKIPPED: the tests on a real node. ${reason}\n`);
  return reason;
}
