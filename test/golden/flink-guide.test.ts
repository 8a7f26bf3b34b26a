import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { at } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { jobRules } from "../../shared/flink/cluster/make-job-role.ts";
import { judgeOperatorFile } from "../../shared/flink/judge-operator-file.ts";
import { makeDefaults } from "../../shared/flink/operator-file.ts";
import { judgeTarget } from "../../shared/kinds/flink-session-job/judge-target.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { usualSettings } from "../builders/settings.ts";
import { projectRoot } from "./kustomization.ts";

const guide = readFileSync(join(projectRoot, "docs/guides/flink.md"), "utf8");
const blocks = [...guide.matchAll(/```yaml\n([^`]*)```/g)].map(([, text = ""]) => text);

function blockWith(text: string): string {
  const found = blocks.filter((one) => one.includes(text));
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

/** The manifests of the guide of one kind. */
const shown = blocks
  .filter((one) => one.includes("\nspec:\n"))
  .flatMap((one) => parseAllDocuments(one).map((document) => document.toJS() as KubeObject));
const shownOf = (name: string) => shown.filter(({ kind }) => kind === name);

const accountOf = ({ metadata, spec }: KubeObject) => [at(spec, "serviceAccount"), metadata.namespace];

it.each(["FlinkDeployment", "FlinkSessionJob", "FlinkStateSnapshot"])("shows a %s that no rule refuses", (name) => {
  const kind = kinds.find(({ names }) => names.kind === name);
  const broken = shownOf(name).map((object) => kind?.validate({ object, settings: usualSettings }));
  expect(broken).toEqual(name === "FlinkDeployment" ? [[], []] : [[]]);
});

it("shows a session job that fits its session cluster, and a snapshot of a job that has a folder for savepoints", () => {
  const [application, session] = shownOf("FlinkDeployment");
  const [job] = shownOf("FlinkSessionJob");
  const [snapshot] = shownOf("FlinkStateSnapshot");
  expect(at(job?.spec, "deploymentName")).toBe(session?.metadata.name);
  expect(job && judgeTarget({ object: job, settings: usualSettings }, session)).toEqual({ denials: [], warnings: [] });
  expect(at(snapshot?.spec, "jobReference", "name")).toBe(application?.metadata.name);
  expect(at(application?.spec, "flinkConfiguration", "execution.checkpointing.savepoint-dir")).toBeDefined();
});

it("shows the account that the pods of clusters need, with its Role whole and bound to it", () => {
  const [account, role, binding] = parseAllDocuments(blockWith("kind: RoleBinding")).map((one) => one.toJS());
  const { name, namespace } = account.metadata;
  expect(binding).toMatchObject({
    roleRef: { kind: "Role", name: role.metadata.name },
    subjects: [{ kind: "ServiceAccount", name, namespace }],
  });
  expect([name, namespace]).toEqual(accountOf(parse(blockWith("\n  name: basic-example\n")) as KubeObject));
  const { rules } = role as { rules: { resources: string[]; verbs: string[] }[] };
  const flat = (some: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[]) =>
    some.flatMap(({ resources, verbs }) => resources.flatMap((one) => verbs.map((verb) => `${verb} ${one}`)));
  expect(flat(rules).sort()).toEqual(flat(jobRules).sort());
});

it("shows an operator's configuration that is understood", () => {
  const { patches } = parse(blockWith("weir-flink-configuration")) as { patches: { patch: string }[] };
  const { metadata, data } = parse(patches[0]?.patch ?? "") as { metadata: object; data: Record<string, string> };
  const shipped = parse(readFileSync(join(projectRoot, "knative/base/310-flink-configuration.yaml"), "utf8"));
  const [[file, text] = []] = Object.entries(data);
  expect(shipped).toMatchObject({ metadata, data: { [file ?? ""]: expect.any(String) } });
  const { problems, warnings, configuration } = judgeOperatorFile(text ?? "", "guide");
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  const of = (namespace: string, version: "v1_19" | "v1_20") => makeDefaults(configuration, namespace, version);
  const [format, interval] = ["kubernetes.operator.savepoint.format.type", "execution.checkpointing.interval"];
  expect(of("flink-prod", "v1_20")).toMatchObject({ [format]: "CANONICAL", [interval]: "1 min" });
  expect(of("other", "v1_19")).toEqual({
    "kubernetes.operator.job.upgrade.last-state-fallback.enabled": "true",
    "taskmanager.numberOfTaskSlots": "2",
  });
});
