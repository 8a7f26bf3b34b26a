import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolders } from "../../../temporary-folders.ts";

const makeFolder = temporaryFolders();

/** Writes a kubeconfig into a new folder, which lasts as long as the test file, and gives its path. */
export function writeKubeconfig(server: string, cluster: object = {}, user: object = {}): string {
  const path = join(makeFolder("kubeconfig"), "config");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "loopback", cluster: { server, ...cluster } }],
    users: [{ name: "tester", user }],
    contexts: [{ name: "here", context: { cluster: "loopback", user: "tester", namespace: "weir-system" } }],
    "current-context": "here",
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}
