import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { partPath } from "../build/cache.ts";
import { type ControlPlaneAddress, kubeconfigPath } from "../control-plane/access.ts";
import { whatEnds } from "../control-plane/what-ends.ts";

const root = join(import.meta.dirname, "../../../..");

/** Less than a test has, so that what hangs can still be told. */
const limitMs = 90_000;

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

/**
 * Runs commands as the administrator's shell would, from the project's root; gives what they printed.
 *
 * Rejects when one fails, and when all of it is ended by `signal`, with what it printed until then and what it may have
 * waited for.
 */
export async function runInShell(
  address: ControlPlaneAddress,
  script: string,
  signal: AbortSignal = AbortSignal.timeout(limitMs),
): Promise<string> {
  const path = [...["kubectl", "helm"].map((name) => dirname(partPath(name))), process.env.PATH].join(":");
  const env = { PATH: path, HOME: address.folder, KUBECONFIG: kubeconfigPath(address, "admin") };
  // A process group of its own: what the shell runs has to end with it.
  const options = { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
  const child = spawn("sh", ["-e", "-c", script], options);
  const text = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
    });
  }
  const end = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  signal.addEventListener("abort", end, { once: true });
  const [code] = await once(child, "close");
  signal.removeEventListener("abort", end);
  if (code === 0) return text.stdout;
  const said = `${script} ended with ${code}: ${text.stdout}${text.stderr}`;
  throw new Error(code === null ? `${said}\n${await whatEnds(address)}` : said);
}
