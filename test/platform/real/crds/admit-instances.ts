import { setTimeout as sleep } from "node:timers/promises";
import { ownerLabel } from "../../../../shared/kinds/vvp-deployment/names.ts";
import { patienceMs } from "../../../patience.ts";
import { lean } from "./bases.ts";
import type { CourtClient } from "./verdict.ts";

const policy = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/weir-vvpdeployments";
const collection = "/apis/ververica.platform/v1/namespaces/default/vvpdeployments?dryRun=All&fieldValidation=Strict";
const noticeLimitMs = patienceMs;

/** Has the policy know these instances, worded as in its manifest; resolves when it lets in these and no others. */
export async function admitInstances(court: CourtClient, ids: readonly string[]): Promise<void> {
  const variables = [{ name: "instanceIds", expression: `[${ids.map((id) => `'${id}'`).join(", ")}]` }];
  const type = "application/merge-patch+json";
  const patched = await court.ask("PATCH", policy, { spec: { variables } }, type);
  if (patched.code !== 200) throw new Error(`the policy was not patched: ${patched.message}`);
  await untilKnown(court, ids);
}

/**
 * Resolves when the policy lets in these instances and no others.
 *
 * Throws when it does not within 15 s.
 */
export async function untilKnown(court: CourtClient, ids: readonly string[]): Promise<void> {
  // Who names none of them is told which there are.
  const probe = { ...lean, metadata: { name: "probe", labels: { [ownerLabel]: "nobody-at-all" } } };
  const deadline = performance.now() + noticeLimitMs;
  for (;;) {
    const { message } = await court.ask("POST", collection, probe);
    if (message.endsWith(`(known here: ${ids.join(", ")})`)) return;
    if (performance.now() > deadline) throw new Error(`the policy is not in force: ${message}`);
    await sleep(50);
  }
}
