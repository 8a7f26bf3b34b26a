import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTestFiles } from "../../../crds/requirements/test-files.ts";
import { titlesIn } from "../compatibility-page.ts";
import { projectRoot } from "../kustomization.ts";
import { missingOf, rowsBelow, testsNamedIn } from "../page-tables.ts";

/** The reasons of the Apache operator's Events (7.2); what Kubernetes says of containers has no fixed ones. */
const reasons = [
  ...["Submit", "SpecChanged", "Suspended", "Scaling", "JobStatusChanged", "Rollback", "Cleanup", "CleanupFailed"],
  ...["Missing", "RecoverDeployment", "RestartUnhealthyJob", "ValidationError", "SavepointError", "CheckpointError"],
  ...["SnapshotError", "SnapshotAbandoned", "JobException", "Error", "UnsupportedFlinkVersion", "UpgradeFailed"],
  ...["RestoreFailed", "CheckpointNotFound", "IngressManagement", "*container reasons*", "ScalingReport"],
  ...["IneffectiveScaling", "MemoryPressure", "ResourceQuotaReached", "AutoscalerError"],
];

const folder = "docs/guides";
const page = readFileSync(join(projectRoot, folder, "events.md"), "utf8");
const rows = rowsBelow(page, ["reason", "type", "when", "Weir", "shown by"]).map(
  ([reason = "", type = "", , weir = "", shown = ""]) => ({
    reason: reason.replaceAll("`", ""),
    type,
    weir,
    tests: testsNamedIn(shown, folder),
  }),
);

const sources = ["shared/kinds", "shared/flink", "shared/autoscaler"].flatMap((root) =>
  readdirSync(join(projectRoot, root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(projectRoot, root, path), "utf8")),
);

/** Types by reasons, where the code has both beside each other. */
const typesInCode = sources.flatMap((text) =>
  [...text.matchAll(/type: "(Normal|Warning)",\s+(?:reason|event): "(\w+)"/g)].map(([, type, reason]) => ({
    reason,
    type,
  })),
);

describe("the page of Events of Flink's kinds", () => {
  it("has a row for each reason of the reference, and no other", () => {
    expect(rows.map(({ reason }) => reason)).toEqual(reasons);
  });

  it("names tests that there are for each, or says why it is not told", () => {
    const titles = titlesIn(readTestFiles(projectRoot));
    expect(rows.flatMap(({ tests }) => missingOf(tests, titles))).toEqual([]);
    const without = rows.filter(({ tests }) => tests.length === 0);
    expect(without.filter(({ weir, type }) => type !== "–" || !/^not told: .{20,}/.test(weir))).toEqual([]);
  });

  it.each(rows)("$reason: the code has it with this type, and has none that is not told", ({ reason, type }) => {
    const types = new Set(typesInCode.filter((one) => one.reason === reason).map((one) => one.type));
    expect([...types].filter((one) => one !== type)).toEqual([]);
    const isTold = sources.some((text) => text.includes(`"${reason}"`));
    expect(isTold).toBe(type !== "–" && /^\w+$/.test(reason));
  });
});
