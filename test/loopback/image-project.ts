import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** A function as small as can be: it answers on PORT, says at its end how it was compiled, and drains on SIGTERM. */
export const tinyFunction = `
import { createServer } from "node:http";
const greet = (name: string): string => "hello " + name;
const server = createServer((request, response) => response.end(greet(request.url ?? "")));
const state = Symbol.for("weir.compileCache");
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  console.log(Reflect.get(globalThis, state) ?? "no starter", greet("you"));
  if (process.env["ONCE"]) server.close();
});
process.once("SIGTERM", () => server.close());
`;

/** Writes a project with the given functions (name → source of its index.ts) into a new folder that any user can read. */
export async function makeProject(parent: string, functions: Record<string, string>): Promise<string> {
  const root = join(parent, `project-${randomUUID()}`);
  await mkdir(root);
  await writeFile(join(root, "package.json"), '{"type":"module"}');
  for (const [name, source] of Object.entries(functions)) {
    await mkdir(join(root, "functions", name), { recursive: true });
    await writeFile(join(root, "functions", name, "index.ts"), source);
  }
  return root;
}

/** How a process ended: exit code (null when killed), and all it wrote. */
export type Ended = { code: number | null; out: string; err: string };

/** Runs a program to its end; `uid` needs root, the environment is exactly `env`. */
export async function run(
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string>; uid?: number; cwd?: string } = {},
): Promise<Ended> {
  const { uid, cwd } = options;
  const child = spawn(program, args, {
    env: { PATH: "/usr/bin:/bin", ...options.env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}
