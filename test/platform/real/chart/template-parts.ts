import { keyOf, type Manifest } from "../../../golden/kustomization.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { objectsOf, runHelm } from "./helm.ts";

/** Folders that go with the file that asked for them. */
export const makeFolder = temporaryFolders();

/** What the chart cannot be without. */
export const owned = ["--set", "instanceId=my-operator"];

/** The objects that `helm template` makes. */
export async function template(args: readonly string[], namespace = "weir-system", chart = "knative/chart") {
  const { code, stdout, stderr } = await runHelm(makeFolder("helm"), [
    "template",
    "weir",
    chart,
    "-n",
    namespace,
    ...args,
  ]);
  return { code, stderr, objects: code === 0 ? objectsOf(stdout) : [] };
}

/** The object of a kind and name. */
export const named = (objects: readonly Manifest[], key: string) => objects.find((one) => keyOf(one) === key);

/** Kinds and names, sorted. */
export const keysOf = (objects: readonly Manifest[], ...kinds: readonly string[]) =>
  objects
    .filter(({ kind }) => kinds.includes(kind))
    .map(keyOf)
    .sort();

/** What Helm brings along itself, or the chart knows because it knows its instance. */
export function withoutOwn(object: Manifest): object {
  const { file: _where, ...copy } = structuredClone(object);
  const { spec, webhooks } = copy as {
    spec?: { resources?: { selector?: object }[] };
    webhooks?: { objectSelector?: object }[];
  };
  for (const hook of webhooks ?? []) delete hook.objectSelector;
  if (copy.kind === "ApiServerSource") for (const one of spec?.resources ?? []) delete one.selector;
  return copy;
}
