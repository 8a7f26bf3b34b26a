import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { planCluster } from "../../../shared/flink/cluster/plan-cluster.ts";
import { makeEffectiveConfiguration } from "../../../shared/flink/effective.ts";
import { keyFor } from "../../../shared/flink/spellings.ts";
import { flinkVersions } from "../../../shared/flink/versions.ts";

const owner = { apiVersion: "flink.apache.org/v1beta1", kind: "FlinkDeployment", name: "my-app", uid: "u-1" };
const flinkConfiguration = {
  taskmanager: { numberOfTaskSlots: 2 },
  "state.backend": "rocksdb",
  "state.backend.incremental": "true",
  "state.checkpoints.dir": "s3://bucket/checkpoints",
  "high-availability": "kubernetes",
  "high-availability.storageDir": "s3://bucket/ha",
  "kubernetes.operator.periodic.savepoint.interval": "6h",
  "kubernetes.jobmanager.annotations": "role: arn:aws:iam::123:role/flink",
};
const args = ["--sql", "CREATE TABLE a;\nINSERT INTO b"];

const rows = flinkVersions
  .filter(({ support }) => support !== "refused")
  .flatMap((version) =>
    (["native", "standalone"] as const).flatMap((mode) =>
      [true, false].map((isApplication) => ({ version, mode, isApplication, name: version.name })),
    ),
  );

function planOf({ name, mode, isApplication }: Pick<(typeof rows)[number], "name" | "mode" | "isApplication">) {
  const spec = {
    flinkVersion: name,
    mode,
    flinkConfiguration,
    serviceAccount: "flink-sa",
    jobManager: { resource: { memory: "2048m", cpu: 1 } },
    taskManager: { resource: { memory: "4096m", cpu: 2 } },
    ...(isApplication ? { job: { jarURI: "local:///opt/a.jar", parallelism: 8, upgradeMode: "stateful", args } } : {}),
  };
  const deploy = { attempt: 1, jobId: isApplication ? "a".repeat(32) : undefined, restorePath: "s3://sp" };
  const { configuration, problems } = makeEffectiveConfiguration({ name: "my-app", spec, defaults: {}, deploy });
  const options = { mergesByName: false, startupProbe: true };
  const plan = planCluster({ owner, namespace: "prod", generation: 1, attempt: 1, spec, configuration, options });
  return { problems: [...problems, ...(plan.problems ?? [])], blueprint: plan.blueprint };
}

describe("a spec of the guide, from its configuration to what the processes read", () => {
  it.each(rows)("$name, $mode, application: $isApplication", ({ version, ...row }) => {
    const { problems, blueprint } = planOf(row);
    expect(problems).toEqual([]);
    const file = blueprint?.configurationFile;
    expect(file?.name).toBe(version.configurationFile);
    const read = parse(file?.text ?? "") as Record<string, unknown>;
    expect(read[keyFor(row.name, "state.backend")]).toBe("rocksdb");
    expect(read[keyFor(row.name, "high-availability")]).toMatch(/kubernetes/);
    expect(Object.keys(read).filter((key) => key.startsWith("kubernetes.operator."))).toEqual([]);
    const restoreKeys = Object.keys(read).filter((key) => read[key] === "s3://sp");
    expect(restoreKeys).toEqual(row.isApplication ? [keyFor(row.name, "execution.savepoint.path")] : []);
    const told = JSON.stringify([file?.text, blueprint?.jobManagerArgs]);
    expect(told.includes("INSERT INTO b")).toBe(row.isApplication);
  });
});
