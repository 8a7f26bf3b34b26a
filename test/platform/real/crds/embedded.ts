import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import type { Json } from "../../../../simulators/platform/api-server/json.ts";
import { startApiServer } from "../../../../simulators/platform/api-server/server.ts";

const folder = join(import.meta.dirname, "../../../../crds");
const read = (path: string) => readFileSync(join(folder, path), "utf8");

/** The embedded API server with what `crds/kustomization.yaml` lists; the tokens are `admin` and `reconcile`. */
export function startEmbedded() {
  const { resources } = parse(read("kustomization.yaml")) as { readonly resources: readonly string[] };
  const seed = resources.flatMap((path) => parseAllDocuments(read(path)).map((one) => one.toJS() as Json));
  const users = {
    admin: { username: "root", groups: ["system:masters"] },
    reconcile: { username: "system:serviceaccount:weir-system:weir-reconcile" },
  };
  return startApiServer({ users, seed });
}
