import { setTimeout as sleep } from "node:timers/promises";
import { patienceMs } from "../../../patience.ts";
import { type ControlPlaneAddress, runKubectl, type User } from "../control-plane/access.ts";

const limitMs = patienceMs;

/** Resolves when a user may do something with VvpDeployments in a namespace: the cluster adds roles up in the background. */
export async function untilGranted(
  address: ControlPlaneAddress,
  user: User,
  namespace: string,
  verb: string,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  const args = ["auth", "can-i", verb, "vvpdeployments.ververica.platform", "-n", namespace];
  for (;;) {
    const { code, stdout } = await runKubectl(address, args, { user });
    if (code === 0) return;
    if (performance.now() > deadline) throw new Error(`${user} may not ${verb} in ${namespace}: ${stdout}`);
    await sleep(100);
  }
}
