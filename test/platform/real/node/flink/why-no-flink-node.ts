import { whyNoFlink } from "../../flink/build-flink.ts";
import { whyNoNode } from "../why-no-node.ts";

/** As `whyNoNode`, and why there are no images of Flink. */
export async function whyNoFlinkNode(): Promise<string | undefined> {
  const noNode = await whyNoNode();
  if (noNode !== undefined) return noNode;
  const reason = whyNoFlink();
  if (reason === undefined) return undefined;
  if (process.env.CI === "true") throw new Error(reason);
  console.warn(`\nSKIPPED: the tests on real Flink. ${reason}\n`);
  return reason;
}
