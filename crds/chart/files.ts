import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { RegisteredKind } from "../../shared/kinds/index.ts";
import { variables } from "../../shared/runtime/config.ts";
import type { GeneratedFile } from "../manifest.ts";
import { makeOutputs } from "../outputs.ts";
import { makeTemplate } from "./templates.ts";
import { makeValuesSchema } from "./values-schema.ts";

/** Folders whose manifests an installation is made of, besides `crds`. */
const folders = [
  "knative/base",
  "knative/overlays/direct",
  ...["cluster-room", "network-policy", "kube-state-metrics", "alerts"].map((name) => `knative/components/${name}`),
];

/** Made by Helm itself, where its user asks for that. */
const namespaceFile = "knative/base/000-namespace.yaml";

/** Every generated file: those from the kinds, and the chart, which is made from them and from the manifests below `root`. */
export function makeAll(root: string, kinds: readonly RegisteredKind[]): GeneratedFile[] {
  const outputs = makeOutputs(kinds);
  return [...outputs, ...makeChart(root, outputs)];
}

/** The generated part of `knative/chart`: templates of the very manifests of the other ways to install, CRDs, schema. */
function makeChart(root: string, outputs: readonly GeneratedFile[]): GeneratedFile[] {
  const made = new Map(outputs.map(({ path, content }) => [path, content]));
  const read = (path: string) => made.get(path) ?? readFileSync(join(root, path), "utf8");
  const definitions = outputs.filter(({ path }) => /^crds\/[^/]+_[^/]+\.yaml$/.test(path));
  const policies = outputs.filter(({ path }) => path.startsWith("crds/policies/")).map(({ path }) => path);
  const manifests = folders.flatMap((folder) => listed(read(`${folder}/kustomization.yaml`), folder));
  const templates = [...policies, ...manifests.filter((path) => path !== namespaceFile)];
  return [
    ...definitions.map(({ path, content }) => ({ path: `knative/chart/${path}`, content })),
    ...templates.map((path) => makeTemplate(path, read(path))),
    makeValuesSchema(variables),
  ];
}

/** The files of a kustomization, without the folders that it builds on. */
function listed(text: string, folder: string): string[] {
  const { resources } = parse(text) as { resources: string[] };
  return resources.filter((path) => !path.startsWith("..")).map((path) => `${folder}/${path}`);
}
