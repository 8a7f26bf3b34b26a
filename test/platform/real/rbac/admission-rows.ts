import { at } from "../../../../shared/core/json.ts";
import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { startAs } from "./accounts.ts";
import { namespace, type Rig } from "./rig.ts";
import { type Row, refusedCalls, type Trial } from "./row.ts";

/** A review of a resource whose Secret is there. */
async function oneReview(rig: Rig, name: string): Promise<Trial> {
  await rig.make(name);
  const admission = await startAs(rig.address, "admission", rig.folder, { WEIR_PREVIEW: "off" });
  const object = vvpDeployment("PATCH", { metadata: { name, namespace, annotations: { apikeySecretName: name } } });
  const kind = { group: "ververica.platform", version: "v1", kind: "VvpDeployment" };
  const request = { uid: "1", kind, operation: "CREATE", object };
  const body = JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request });
  const act = async () => {
    const answer = await fetch(`${admission.url}/validate`, { method: "POST", body });
    const response = at((await answer.json()) as object, "response");
    const warnings = at(response, "warnings") ?? [];
    return {
      allowed: at(response, "allowed"),
      refused: refusedCalls(JSON.stringify(warnings)),
      warnings: size(warnings),
    };
  };
  return { refused: act, granted: act, close: () => admission.stop(), written: () => admission.text.out };
}

function size(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** What `admission` needs each grant for. */
export const admissionRows: readonly Row[] = [
  {
    grant: "weir-admission: get secrets",
    why: "R14, AMB-30: without it nobody is stopped, and whoever applies is told that the key was not checked",
    start: oneReview,
    refused: { allowed: true, refused: ["get secrets"], warnings: 1 },
    granted: { allowed: true, refused: [], warnings: 0 },
  },
];
