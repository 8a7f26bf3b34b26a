import { at, isObject, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { admit } from "../../../shared/engine/admit.ts";
import type { EngineKind } from "../../../shared/engine/engine.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { findSecrets } from "../../platform/canary/search.ts";
import { settings } from "../../table/flink/flink-rig.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** Flink's kinds as they ship. */
export const kinds = [flinkDeployment, flinkSessionJob, flinkStateSnapshot] as const;

/** What must stay in the spec where a user has put it, and in the objects that are made of it. */
export const canaries = { key: "canary+key/4f1c9a7e", header: "canary+header/83d0b2c5" } as const;

/** Options that hold them. */
export const secretOptions: JsonObject = {
  "s3.secret-key": canaries.key,
  "kubernetes.operator.user.artifacts.http.header": `authorization: ${canaries.header}`,
};

/** The words of a program that nobody meant to say. */
export const crash = /\b(?:Type|Range|Syntax|Reference|URI)Error\b|Maximum call stack|\[object Object\]/;
const reads: ReadonlySet<string> = new Set(["get", "list", "GET"]);

/** What is wrong with how the function and a pass deal with a resource, which is valid or not by the rules. */
export async function examined(kind: EngineKind, object: KubeObject, isValid: boolean): Promise<string[]> {
  return [...reviewed(kind, object, isValid), ...(await passed(object, isValid))];
}

/** What is wrong with what the function says of a creation, or of an update. */
export function reviewed(kind: EngineKind, object: KubeObject, isValid: boolean, oldObject?: KubeObject): string[] {
  const { group, version, kind: name } = kind.names;
  const operation = oldObject === undefined ? "CREATE" : "UPDATE";
  const request = {
    uid: "review",
    kind: { group, version, kind: name },
    operation,
    object,
    oldObject: oldObject ?? null,
  };
  const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
  const answer = admit(kinds, { settings, preview: true }, review);
  if (!answer.ok) return [`the function gives no answer: ${answer.reason}`];
  const said = JSON.stringify(answer.review);
  return [
    ...(answer.allowed === isValid
      ? []
      : [`the function ${answer.allowed ? "accepts" : "rejects"} what the rules do not`]),
    ...spoken({ "the function's answer": said }),
  ];
}

/** Two passes over a resource that is stored, whoever let it in. */
async function passed(object: KubeObject, isValid: boolean): Promise<string[]> {
  const world = new FlinkWorld({}, settings, kinds);
  const { name, namespace = "" } = object.metadata;
  world.cluster.create(object);
  const { rule } = await world.pass(`${namespace}/${name}`);
  await world.pass(`${namespace}/${name}`);
  return [
    ...(isValid === (rule !== "report-invalid") ? [] : [`the pass decides by ${rule}`]),
    ...outcomes(world, object, isValid),
  ];
}

/** What passes over a resource did and said that they may not, as far as the world's books go back. */
export function outcomes(world: FlinkWorld, { metadata }: KubeObject, isValid: boolean): string[] {
  const told = world.trace.filter((call) => !reads.has(call.verb) && (call.to === "flink" || call.to === "objects"));
  const after = world.find(`${metadata.namespace}/${metadata.name}`);
  return [
    ...(!isValid && told.length > 0 ? [`what is forbidden was acted on: ${JSON.stringify(told).slice(0, 300)}`] : []),
    ...spoken({
      "the status": JSON.stringify(withoutSpec(after?.status)),
      "the log": JSON.stringify(world.lines),
      "the events": JSON.stringify(world.events),
      "calls of Flink": JSON.stringify(told.filter(({ to }) => to === "flink")),
    }),
    // What is for the origin of a JAR is no business of the cluster; Flink's own options are, in its ConfigMap.
    ...findSecrets(
      { "the cluster's objects": JSON.stringify(world.objects.all("ConfigMap")) },
      { header: canaries.header },
    ),
  ];
}

/** A status without the specs in it, which are what the resource itself says. */
function withoutSpec(status: JsonValue | undefined): JsonObject {
  if (!isObject(status)) return {};
  const {
    lastReconciledSpec: _last,
    lastStableSpec: _stable,
    ...rest
  } = (at(status, "reconciliationStatus") ?? {}) as JsonObject;
  return { ...status, reconciliationStatus: rest };
}

function spoken(outputs: Readonly<Record<string, string>>): string[] {
  const crashes = Object.entries(outputs).filter(([, text]) => crash.test(text));
  return [
    ...crashes.map(
      ([where, text]) => `a program's own words in ${where}: ${text.slice(text.search(crash)).slice(0, 300)}`,
    ),
    ...findSecrets(outputs, canaries).map((leak) => `a secret came out: ${leak}`),
  ];
}
