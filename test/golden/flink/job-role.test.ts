import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jobRules } from "../../../shared/flink/cluster/make-job-role.ts";
import { jobRolePath, writeJobRole } from "./job-role.ts";

describe("the role of the pods of a cluster (2.15)", () => {
  it("is shipped as an example (else: node test/golden/flink/renew.ts)", () => {
    expect(readFileSync(jobRolePath, "utf8")).toBe(writeJobRole());
  });

  it("asks for nothing beyond what Flink does: no Leases, no Secrets, no star", () => {
    const words = jobRules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs]);
    expect(words).not.toContain("*");
    expect(jobRules.flatMap(({ resources }) => resources)).toEqual([
      "configmaps",
      "pods",
      "deployments",
      "deployments/finalizers",
    ]);
  });
});
