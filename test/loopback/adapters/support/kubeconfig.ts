import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes a kubeconfig into a new folder and gives its path. */
export function writeKubeconfig(server: string, cluster: object = {}, user: object = {}): string {
  const path = join(mkdtempSync(join(tmpdir(), "weir-kubeconfig-")), "config");
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
