import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../shared/core/object.ts";
import { vvpDeployment } from "../../shared/kinds/vvp-deployment/kind.ts";
import { AdmissionRig, type Cause, settings } from "../table/vvp-deployment/admission-rig.ts";
import { changedResources, owner } from "./vvp-deployment-resources.ts";

const rig = new AdmissionRig();
const rulePaths = new Set(vvpDeployment.rules.map(({ path }) => path));

/** The fields of violated rules, comparable on both sides once nothing is wrong with types. */
function fieldsOf(causes: readonly Cause[]): string[] {
  return causes.map(({ field, message }) =>
    message.includes("denied request:") ? `metadata.labels["${owner}"]` : field,
  );
}

async function sameVerdict(object: KubeObject, oldObject?: KubeObject): Promise<void> {
  const seen = rig.decoded(object);
  const own = vvpDeployment.validate({ object: seen, settings, ...(oldObject !== undefined && { oldObject }) });
  const server = oldObject === undefined ? await rig.create(object) : await rig.update(oldObject, object);
  const texts = { own: own.map(({ path, message }) => `${path} ${message}`), server };
  expect(own.length === 0, JSON.stringify(texts)).toBe(server.length === 0);
  const typesAreRight = vvpDeployment.schema.spec.safeParse(seen.spec).success;
  // A policy answers with its first failing rule, however many rules of the same field fail.
  const ownFields = [...new Set(own.map(({ path }) => path))].sort();
  const serverFields = [...new Set(fieldsOf(server))].sort();
  // The API server asks its policies only about what the schema lets through.
  const policyWasAsked = serverFields.length === 0 || serverFields.every((field) => field.startsWith("metadata."));
  if (typesAreRight) {
    const comparable = policyWasAsked ? ownFields : ownFields.filter((field) => !field.startsWith("metadata."));
    expect(serverFields, JSON.stringify(texts)).toEqual(comparable);
    expect(ownFields.filter((field) => !rulePaths.has(field))).toEqual([]);
  }
}

describe("schema and rules here, CRD and policies in the API server", () => {
  it("come to the same verdict about a new resource", async () => {
    await fc.assert(
      fc.asyncProperty(changedResources, ({ after }) => sameVerdict(after)),
      { numRuns: 1500 },
    );
  });

  it("come to the same verdict about a change of a sound one", async () => {
    await fc.assert(
      fc.asyncProperty(changedResources, ({ before, after }) => sameVerdict(after, before)),
      { numRuns: 500 },
    );
  });
});
