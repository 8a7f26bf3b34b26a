import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The go.mod of the wrapper around `k8s.io/kubernetes` at a version: its staging modules are part of its repository, and
 * only a replace line for each finds their published copies.
 */
export function makeKubernetesModule(version: string, upstream: string): string {
  const staging = [...upstream.matchAll(/^\s+(k8s\.io\/\S+) => \.\/staging/gm)].map(([, name = ""]) => name);
  if (staging.length === 0) throw new Error(`k8s.io/kubernetes ${version} names no staging modules`);
  const published = version.replace(/^v1\./, "v0.");
  const lines = staging.map((name) => `\t${name} => ${name} ${published}`);
  const go = /^go \S+$/m.exec(upstream)?.[0] ?? "go 1.24.0";
  return `module weir.dev/real/kubernetes\n\n${go}\n\nrequire k8s.io/kubernetes ${version}\n\nreplace (\n${lines.join("\n")}\n)\n`;
}

/** The go.mod that a version of `k8s.io/kubernetes` publishes. */
function readUpstream(version: string): string {
  const said = execFileSync("go", ["mod", "download", "-json", `k8s.io/kubernetes@${version}`], { encoding: "utf8" });
  return readFileSync((JSON.parse(said) as { GoMod: string }).GoMod, "utf8");
}

if (process.argv[1] === import.meta.filename) {
  const [, , version = ""] = process.argv;
  if (/^v1\.\d+\.\d+$/.test(version)) {
    const target = join(import.meta.dirname, "kubernetes/go.mod");
    writeFileSync(target, makeKubernetesModule(version, readUpstream(version)));
    process.stdout.write(`written for ${version}; now run go mod tidy in modules/kubernetes\n`);
  } else {
    process.stderr.write("Usage: node test/platform/real/modules/replaces.ts v1.MINOR.PATCH\n");
    process.exitCode = 2;
  }
}
