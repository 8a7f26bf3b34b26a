import { mergePatch } from "../../../../shared/core/diff.ts";
import { hashOf } from "../../../../shared/core/hash.ts";
import { isEcho } from "../../../../shared/core/input.ts";
import { isObject, type JsonObject, member, outOfBounds } from "../../../../shared/core/json.ts";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { readRecord, recordAnnotation, writeRecord } from "../../../../shared/core/record.ts";
import { statusPatch } from "../../../../shared/engine/write.ts";
import { vvpDeployment } from "../../../../shared/kinds/vvp-deployment/kind.ts";
import { must, type Target, toValue } from "../target.ts";

const record = {
  v: 1,
  uid: "uid-1",
  generation: 1,
  input: "x",
  id: "id-1",
  target: { namespace: "default", name: "a" },
  applied: "h",
  rejected: { hash: "h", at: 1, message: "no" },
  intents: [{ key: "create", attempt: 1, at: 1, content: "c" }],
  nonces: { accepted: 0 },
  normalised: { "spec.a": "h" },
  whole: true,
  scaling: { since: 1, at: 2 },
  corrected: { at: 1 },
  initial: { content: "c", state: "COMPLETED" },
};
const condition = {
  type: "Healthy",
  status: "True",
  reason: "Ok",
  message: "m",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};
const metadata = { name: "a", namespace: "b", uid: "uid-1", generation: 1, finalizers: ["weir.dev/finalizer"] };

/** What Weir keeps on a resource, and what it makes of it when somebody else wrote it. */
export const memory: Target = {
  name: "memory",
  about: "the record, the conditions and the patch of a status",
  seeds: [
    {
      metadata,
      record,
      status: { conditions: [condition], actualState: "RUNNING" },
      wanted: { conditions: [], a: { b: 1 } },
    },
    { metadata, record: { ...record, intents: [] }, status: {}, wanted: { conditions: [condition] } },
  ].map((seed) => JSON.stringify(seed)),
  run: (input) => {
    const value = toValue(input);
    const place = member(value, "metadata");
    if (!isObject(place) || outOfBounds(value) !== undefined) return "no resource";
    const annotations = { [recordAnnotation]: JSON.stringify(member(value, "record")) ?? "" };
    const object = { metadata: { ...place, annotations }, status: member(value, "status") } as unknown as KubeObject;
    const reading = readRecord(object);
    const echo = isEcho(object, vvpDeployment.inputs);
    if (reading.state === "own") {
      const again = readRecord({
        ...object,
        metadata: { ...object.metadata, annotations: { [recordAnnotation]: writeRecord(reading.record) } },
      });
      must(
        again.state === "own" && writeRecord(again.record) === writeRecord(reading.record),
        "a record changes when it is kept",
      );
    }
    must(!echo || reading.state === "own", "an echo is heard of a record that is none (D8)");
    const conditions = conditionsOf(object).map(({ type }) => type.length > 0);
    return [reading.state, echo, conditions.length, patched(object, member(value, "wanted"))].join(" ");
  },
};

/** Whether a status was patched; the patch leads to just what was wanted, as far as a merge patch can say it. */
function patched({ status }: KubeObject, wanted: unknown): string {
  if (!isObject(wanted) || JSON.stringify(wanted).includes("null")) return "nothing wanted";
  const before: JsonObject = isObject(status) ? status : {};
  if (JSON.stringify(before).includes("null")) return "nulls";
  const patch = statusPatch({ metadata: { name: "a" }, status: before }, wanted);
  must(hashOf(mergePatch(before, patch ?? {})) === hashOf(wanted), "a patch leads elsewhere");
  return String(patch === undefined);
}
