import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import type { Manifest } from "../../../golden/kustomization.ts";
import { partPath } from "../build/cache.ts";
import type { Ended } from "../control-plane/access.ts";

/** The project's root, where commands of the guides are run. */
export const root = join(import.meta.dirname, "../../../..");

/** Helm as the guides have it, with its caches in a folder that goes; a cluster only where a kubeconfig says which. */
export async function runHelm(folder: string, args: readonly string[], kubeconfig = "/dev/null"): Promise<Ended> {
  const own = ["CACHE", "CONFIG", "DATA"].map((name) => [`HELM_${name}_HOME`, join(folder, name.toLowerCase())]);
  const env = { ...Object.fromEntries(own), PATH: process.env.PATH, KUBECONFIG: kubeconfig };
  const child = spawn(partPath("helm"), args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      said[name] += chunk;
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, ...said };
}

/** The objects that Helm prints. */
export function objectsOf(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const object = document.toJS() as Manifest | null;
    return object === null ? [] : [object];
  });
}
