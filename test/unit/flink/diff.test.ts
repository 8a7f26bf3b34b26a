import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { changeRows } from "../../../shared/flink/change-rows.ts";
import { describeDifferences, diffSpecs } from "../../../shared/flink/diff.ts";
import { anyJson, seeded } from "../../property/json-arbitrary.ts";

const job = { jarURI: "local:///a.jar", parallelism: 2, upgradeMode: "savepoint" };

/** A change of one path of a spec, dots being levels. */
function setting(path: string, value: unknown): JsonObject {
  const [key = "", ...rest] = path.split(".");
  return { [key]: rest.length === 0 ? value : setting(rest.join("."), value) } as JsonObject;
}

describe("what a change asks for (2.5)", () => {
  it.each([
    { path: "image", from: "a:1", to: "a:2", class: "UPGRADE" },
    { path: "job.args", from: ["a"], to: ["b"], class: "UPGRADE" },
    { path: "job.jarURI", from: "local:///a.jar", to: "local:///b.jar", class: "UPGRADE" },
    { path: "job.state", from: undefined, to: "suspended", class: "UPGRADE" },
    { path: "job.parallelism", from: 2, to: 4, class: "SCALE" },
    { path: "taskManager.replicas", from: 2, to: 4, class: "UPGRADE" },
    { path: "jobManager.replicas", from: 1, to: 2, class: "UPGRADE" },
    { path: "logConfiguration.log4j-console.properties", from: "a", to: "b", class: "UPGRADE" },
    { path: "podTemplate.metadata.labels.a", from: "1", to: "2", class: "UPGRADE" },
    { path: "someday.unknown", from: 1, to: 2, class: "UPGRADE" },
    { path: "serviceAccount", from: "a", to: "b", class: "UPGRADE" },
    { path: "restartNonce", from: undefined, to: 1, class: "UPGRADE" },
    { path: "job.savepointRedeployNonce", from: 1, to: 2, class: "SAVEPOINT_REDEPLOY" },
    { path: "job.savepointTriggerNonce", from: 1, to: 2, class: "IGNORE" },
    { path: "job.checkpointTriggerNonce", from: undefined, to: 2, class: "IGNORE" },
    { path: "job.autoscalerResetNonce", from: 1, to: 2, class: "IGNORE" },
    { path: "job.initialSavepointPath", from: "a", to: "b", class: "IGNORE" },
    { path: "job.upgradeMode", from: "savepoint", to: "stateless", class: "IGNORE" },
    { path: "job.allowNonRestoredState", from: undefined, to: true, class: "IGNORE" },
    { path: "ingress.template", from: "a", to: "b", class: "APPLY" },
    { path: "ingress.annotations.a", from: undefined, to: "b", class: "APPLY" },
  ])("$path: $class", ({ path, from, to, class: wanted }) => {
    const change = diffSpecs(setting(path, from), setting(path, to));
    expect(change.class).toBe(wanted);
    expect(change.differences.map((one) => one.class)).toContain(wanted);
  });

  it.each([
    { path: "job.parallelism", class: "SCALE" },
    { path: "taskManager.replicas", class: "SCALE" },
    { path: "jobManager.replicas", class: "UPGRADE" },
  ])("standalone, $path: $class", ({ path, class: wanted }) => {
    const [from, to] = [2, 3].map((value) => ({ mode: "standalone", ...setting(path, value) }));
    expect(diffSpecs(from ?? {}, to ?? {}).class).toBe(wanted);
  });

  it.each([
    { key: "kubernetes.operator.periodic.savepoint.interval", class: "IGNORE" },
    { key: "job.autoscaler.enabled", class: "IGNORE" },
    { key: "parallelism.default", class: "IGNORE" },
    { key: "pipeline.jobvertex-parallelism-overrides", class: "SCALE" },
    { key: "pipeline.name", class: "UPGRADE" },
    { key: "kubernetes.operatorish", class: "UPGRADE" },
  ])("option $key: $class", ({ key, class: wanted }) => {
    expect(diffSpecs({ flinkConfiguration: { [key]: "a" } }, { flinkConfiguration: { [key]: "b" } })).toEqual({
      class: wanted,
      differences: [{ path: `flinkConfiguration.${key}`, from: "a", to: "b", class: wanted }],
    });
  });

  it("standalone takes overrides from a running job as well", () => {
    const of = (value: string) => ({
      mode: "standalone",
      flinkConfiguration: { "pipeline.jobvertex-parallelism-overrides": value },
    });
    expect(diffSpecs(of("a:1"), of("a:2")).class).toBe("SCALE");
  });

  it("the greatest class counts, and all differences are told in order", () => {
    const change = diffSpecs(
      { job, image: "a:1", ingress: { template: "a" } },
      { job: { ...job, upgradeMode: "stateless" }, image: "a:2", ingress: { template: "b" } },
    );
    expect(change.class).toBe("UPGRADE");
    expect(change.differences.map((one) => `${one.path} ${one.class}`)).toEqual([
      "image UPGRADE",
      "ingress.template APPLY",
      "job.upgradeMode IGNORE",
    ]);
  });

  it("a cluster that gets a job, or loses it, is another one (FD-25)", () => {
    expect(diffSpecs({}, { job: {} }).class).toBe("UPGRADE");
    expect(diffSpecs({ job }, {}).class).toBe("UPGRADE");
  });
});

describe("what means the same is no difference", () => {
  it.each([
    { why: "a nonce that is taken away", from: { restartNonce: 1 }, to: { restartNonce: null } },
    { why: "the same of a redeploy", from: { job: { ...job, savepointRedeployNonce: 1 } }, to: { job } },
    { why: "null and absent", from: { image: null, job: { ...job, entryClass: null } }, to: { job } },
    { why: "the default mode", from: {}, to: { mode: "native" } },
    { why: "the default state", from: { job }, to: { job: { ...job, state: "running", args: [] } } },
    { why: "one JobManager", from: {}, to: { jobManager: { replicas: 1 } } },
    { why: "an empty map", from: {}, to: { podTemplate: { spec: {} } } },
    {
      why: "nested configuration, numbers, another spelling",
      from: { flinkConfiguration: { "state.backend": "rocksdb", taskmanager: { numberOfTaskSlots: 2 } } },
      to: { flinkConfiguration: { "taskmanager.numberOfTaskSlots": "2", "state.backend.type": "rocksdb" } },
    },
    {
      why: "an amount of memory",
      from: { taskManager: { resource: { memory: "2g", ephemeralStorage: "1Gi" } } },
      to: { taskManager: { resource: { memory: "2048m", ephemeralStorage: "1024Mi" } } },
    },
    {
      why: "an amount of cores",
      from: { jobManager: { resources: { requests: { cpu: 1 } } } },
      to: { jobManager: { resources: { requests: { cpu: "1000m" } } } },
    },
    { why: "the order of keys", from: { podTemplate: { a: 1, b: 2 } }, to: { podTemplate: { b: 2, a: 1 } } },
  ])("$why", ({ from, to }) => {
    expect(diffSpecs(from as JsonObject, to as JsonObject)).toEqual({ differences: [], class: "IGNORE" });
  });

  it("a spec and itself; and what differs one way differs the other", () => {
    const specs = fc.dictionary(
      fc.constantFrom("image", "mode", "podTemplate", "ingress", "flinkConfiguration", "x"),
      anyJson,
    );
    fc.assert(
      fc.property(specs, specs, (from, to) => {
        expect(diffSpecs(from, from).differences).toEqual([]);
        expect(diffSpecs(from, to).differences.map((one) => one.path)).toEqual(
          diffSpecs(to, from).differences.map((one) => one.path),
        );
      }),
      seeded(500),
    );
  });
});

describe("differences in words", () => {
  it("shows plain values, cuts long ones, and hides what nobody may see", () => {
    const { differences } = diffSpecs(
      { image: "a:1", job: { ...job, args: ["--token", "x"] }, flinkConfiguration: { "s3.secret-key": "old" } },
      {
        image: `a:${"2".repeat(100)}`,
        serviceAccount: "sa",
        job: { ...job, args: ["--token", "y"] },
        flinkConfiguration: { "s3.secret-key": "new" },
      },
    );
    expect(describeDifferences(differences)).toBe(
      `flinkConfiguration.s3.secret-key: changed, image: a:1 → a:${"2".repeat(58)}…, job.args: changed, serviceAccount: (unset) → sa`,
    );
    expect(describeDifferences(differences, 1)).toBe("flinkConfiguration.s3.secret-key: changed, and 3 more");
    expect(describeDifferences([])).toBe("");
  });

  it.each([
    { name: "a signature", uri: "https://a.example/d.jar?sig=SECRET", shown: "https://a.example/d.jar?…" },
    { name: "one with blanks", uri: "https://a.example/d.jar?sig=SE CRET", shown: "https://a.example/d.jar?…" },
    { name: "who logs in", uri: "https://me:SE@CRET@a.example/d.jar", shown: "https://a.example/d.jar" },
    { name: "a fragment", uri: "https://a.example/d.jar#SECRET", shown: "https://a.example/d.jar#…" },
    { name: "of another scheme", uri: "jdbc:db://h/t?password=SECRET", shown: "jdbc:db://h/t?…" },
    { name: "no URI", uri: "is it a ? b", shown: "is it a ? b" },
    { name: "an at sign in a path", uri: "s3://state/a@b", shown: "s3://state/a@b" },
  ])("tells no credentials of a URI: $name", ({ uri, shown }) => {
    const { differences } = diffSpecs({ job }, { job: { ...job, jarURI: uri } });
    expect(describeDifferences(differences)).toBe(`job.jarURI: local:///a.jar → ${shown}`);
  });

  it("every row says why, and no path is in two rows of a mode", () => {
    const seen = new Set<string>();
    for (const { paths, why, mode } of changeRows) {
      expect(why).not.toBe("");
      for (const path of paths) {
        expect(seen.has(`${mode} ${path}`)).toBe(false);
        seen.add(`${mode} ${path}`);
      }
    }
  });
});
