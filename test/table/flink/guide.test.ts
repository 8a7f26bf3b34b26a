import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { violationsOf } from "../../../shared/core/rule.ts";
import { validate } from "../../../shared/core/validate.ts";
import { flinkDeploymentDefinition } from "../../../shared/kinds/flink-deployment/definition.ts";
import { definitions, flinkExample, patched, rigOf, settings } from "./flink-rig.ts";

const deprecated = "spec.flinkVersion";
const stateful = "spec.job.upgradeMode";
const configuration = "spec.flinkConfiguration";
const ofAutoscaler = (key: string) => `${configuration}.job.autoscaler.${key}`;

const complete = [
  { name: "application", warned: [deprecated, stateful] },
  { name: "session-cluster", warned: [deprecated, "spec.taskManager.replicas"] },
  { name: "session-job", warned: [stateful] },
  { name: "sql-job", warned: [deprecated, `${configuration}.state.savepoints.dir`] },
  {
    name: "autoscaled-application",
    warned: [
      deprecated,
      stateful,
      ...["target.utilization", "scale-up.grace-period", "min.parallelism", "max.parallelism"].map(ofAutoscaler),
      ...["scale-down.max.factor", "scale-up.max.factor"].map(ofAutoscaler),
    ],
  },
];

/** What a fragment is laid over, and the warnings that it adds to those of its base, or takes away. */
const fragments: Readonly<Record<string, { base?: string; warned: readonly string[] }>> = {
  "high-availability": { warned: [stateful] },
  ingress: { warned: [stateful] },
  "kubernetes-options": {
    warned: [
      `${configuration}.kubernetes.jobmanager.annotations`,
      `${configuration}.kubernetes.taskmanager.tolerations`,
      `${configuration}.kubernetes.taskmanager.env.vars`,
      `${configuration}.kubernetes.jobmanager.owner.reference`,
      stateful,
    ],
  },
  "periodic-savepoints": { warned: [stateful] },
  "pod-templates": { warned: [stateful] },
  "restricted-pods": { warned: [stateful] },
  resume: { warned: [stateful] },
  "secret-variable": { warned: [stateful] },
  "session-job-upgrade": { base: "session-job", warned: [] },
  suspend: { warned: [] },
  "trigger-savepoint": { warned: [stateful] },
  "upgrade-savepoint": { warned: [] },
  "upgrade-stateful": { warned: [stateful] },
};

function definitionOf(kind: string | undefined) {
  const found = definitions.find(({ names }) => names.kind === kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return found;
}

describe("the guide's manifests", () => {
  it.each(complete)("$name is admitted, with these warnings alone: $warned", async ({ name, warned }) => {
    const object = flinkExample(name);
    const definition = definitionOf(object.kind);
    expect(validate(definition, { object, settings })).toEqual([]);
    expect(violationsOf(definition.rules, "warn", { object, settings }).map(({ path }) => path)).toEqual(warned);
    expect(await rigOf(definition).create(object)).toEqual([]);
  });

  it("are all here", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../examples/flink")).filter((one) =>
      one.endsWith(".yaml"),
    );
    expect(files.map((one) => one.replace(".yaml", "")).sort()).toEqual(complete.map(({ name }) => name).sort());
  });

  it("the autoscaled application of the guide itself lacks what no cluster can do without", () => {
    const own = patched(flinkExample("autoscaled-application"), {
      spec: {
        flinkVersion: null,
        serviceAccount: null,
        jobManager: null,
        taskManager: null,
        flinkConfiguration: { "state.checkpoints.dir": null },
      },
    });
    expect(validate(flinkDeploymentDefinition, { object: own, settings }).map(({ path }) => path)).toEqual([
      "spec.flinkVersion",
      `${configuration}.state.checkpoints.dir`,
      "spec.jobManager.resource.memory",
      "spec.taskManager.resource.memory",
      "spec.serviceAccount",
    ]);
  });
});

describe("the guide's fragments", () => {
  const rows = Object.entries(fragments).map(([name, row]) => ({ name, base: "application", ...row }));

  it.each(rows)("$name is sound by itself, and admitted over $base", async ({ name, base, warned }) => {
    const fragment = flinkExample(`fragments/${name}`);
    const object = patched(flinkExample(base), fragment);
    const definition = definitionOf(object.kind);
    expect(definition.schema.spec.safeParse(fragment.spec).error).toBeUndefined();
    expect(validate(definition, { object, settings })).toEqual([]);
    const warnings = violationsOf(definition.rules, "warn", { object, settings }).map(({ path }) => path);
    expect(warnings.filter((path) => path !== deprecated).sort()).toEqual([...warned].sort());
    expect(await rigOf(definition).create(object)).toEqual([]);
  });

  it("are all here", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../examples/flink/fragments"));
    expect(files.map((one) => one.replace(".yaml", "")).sort()).toEqual(Object.keys(fragments).sort());
  });
});
