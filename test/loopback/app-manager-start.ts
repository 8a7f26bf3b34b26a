import { onTestFinished } from "vitest";
import { type StartOptions, startAppManager } from "../../simulators/app-manager/server.ts";
import { makeSpec } from "../unit/simulators/app-manager/world.ts";

/** Path of the deployments of namespace `default`. */
export const DEPLOYMENTS = "/api/v1/namespaces/default/deployments";

/** Starts a simulator with exact delays, token `secret` and a clock that `wait` moves; it closes after the test. */
export async function start(options: StartOptions = {}) {
  let now = 1_700_000_000_000;
  const simulator = await startAppManager({ token: "secret", delays: { jitter: 0 }, now: () => now, ...options });
  onTestFinished(() => simulator.close());
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(`${simulator.url}${path}`, {
      method,
      headers: { authorization: "Bearer secret", "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const create = (name = "a", state = "CANCELLED"): Promise<Response> =>
    send("POST", DEPLOYMENTS, { metadata: { name }, spec: makeSpec(state) });
  const stateOf = async (name = "a"): Promise<unknown> => {
    const reply = (await (await send("GET", `${DEPLOYMENTS}/${name}`)).json()) as { status: { state?: string } };
    return reply.status.state;
  };
  const wait = (ms: number): void => {
    now += ms;
  };
  return { ...simulator, send, create, stateOf, wait };
}
