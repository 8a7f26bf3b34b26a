import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { partPath } from "../build/cache.ts";
import { type ControlPlaneAddress, kubeconfigPath } from "../control-plane/access.ts";

const root = join(import.meta.dirname, "../../../..");

/** The only block of a guide, the one to install if absent, in this language that has these words, as it is written there. */
export function guideBlock(language: "sh" | "yaml", words: string, name = "install.md"): string {
  const guide = readFileSync(join(root, "docs/guides", name), "utf8");
  const blocks = [...guide.matchAll(/```(\w+)\n([^`]*)```/g)].flatMap(([, tag, text = ""]) =>
    tag === language && text.includes(words) ? [text] : [],
  );
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) throw new Error(`${name} has ${blocks.length} blocks with: ${words}`);
  return block;
}

/** Runs commands as the administrator's shell would, from the project's root; gives what they printed, and rejects when one fails. */
export async function runInShell(address: ControlPlaneAddress, script: string): Promise<string> {
  const path = [...["kubectl", "helm"].map((name) => dirname(partPath(name))), process.env.PATH].join(":");
  const env = { PATH: path, HOME: address.folder, KUBECONFIG: kubeconfigPath(address, "admin") };
  const child = spawn("sh", ["-e", "-c", script], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const text = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${text.stderr}`);
  return text.stdout;
}
