import { onTestFinished } from "vitest";
import { connectFlink } from "../../../shared/adapters/flink/client.ts";
import { type StartOptions, startFlink } from "../../../simulators/flink/server.ts";

/** A jar of the simulator: its content is the names of its main classes. */
export async function* jar(...classes: readonly string[]) {
  yield Buffer.from(`${classes.join("\n")}\n`);
}

/** A simulator whose time stands still but for `wait`, and the adapter that ships, over real sockets; both end with the test. */
export async function start(options: StartOptions = {}) {
  let now = 1_700_000_000_000;
  const simulator = await startFlink({ now: () => now, ...options });
  const flink = connectFlink({ version: "1", hosts: "any", timeoutMs: 3_000 });
  onTestFinished(async () => {
    flink.close();
    await simulator.close();
  });
  const wait = (ms: number): void => {
    now += ms;
  };
  const send = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${simulator.url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return { ...simulator, flink, endpoint: { url: simulator.url }, wait, send };
}
