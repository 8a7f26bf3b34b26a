import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";

/** A started function (or baseline) and the port that its first line names. */
export interface Started {
  readonly child: ChildProcess;
  readonly port: number;
}

/** One request to a function. */
export interface Ask {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts `file` with this Node.js and waits for the line with its port; rejects with what it wrote when it ends before. */
export function start(file: string, env: Readonly<Record<string, string>>): Promise<Started> {
  const child = spawn(process.execPath, [file], { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err, found] = ["", "", false];
  return new Promise((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.stdout.on("data", (chunk: Buffer) => {
      if (found) return;
      out += chunk.toString();
      const port = /"port":(\d+)/.exec(out)?.[1];
      if (port === undefined) return;
      found = true;
      resolve({ child, port: Number(port) });
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}: ${err || out}`)));
  });
}

/** Sends one request; resolves with status and body once the answer is complete. */
export function ask(port: number, { path, headers, body }: Ask): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": `${Buffer.byteLength(body)}` };
    const options = { host: "127.0.0.1", port, path, method: "POST", headers: { ...headers, ...length }, agent: false };
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Ends a started process at once and waits until it is gone. */
export async function end({ child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
