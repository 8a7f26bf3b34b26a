import { inspect } from "node:util";
import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import { type Fault, toFault } from "../../../../shared/core/error.ts";
import { rejectionOf } from "../../../fault-of.ts";
import { type Loopback, type Received, type Reply, startLoopback } from "../support/loopback.ts";

/** The token that no message may show. */
export const canary = "f00dcafe-canary-0001";

export const caller = { instanceId: "weir-a", namespace: "demo", secretName: "key" };
export const owner = { instanceId: "weir-a", uid: "uid-1" };
export const ref = { namespace: "default", idOrName: "one" };
export const body = { metadata: { name: "one", namespace: "default" }, spec: { state: "RUNNING" } };

/** A deployment as the platform shows it. */
export const shown = {
  kind: "Deployment",
  apiVersion: "v1",
  metadata: { id: "id-1", name: "one", namespace: "default", annotations: {} as Record<string, string> },
  spec: { state: "RUNNING", unknownField: [1] },
  status: { state: "RUNNING" },
};

/** A client over a loopback server. `secrets` may be changed while it runs. */
export async function startRig(answer: (request: Received) => Reply | Promise<Reply>) {
  const server: Loopback = await startLoopback(answer);
  const secrets: Record<string, Record<string, string>> = { "demo/key": { token: canary } };
  const reads: string[] = [];
  const clock = { now: 1_000_000 };
  const client = connectAppManager({
    url: `${server.url}/vvp/`,
    secrets: {
      read: async (namespace, name) => {
        reads.push(`${namespace}/${name}`);
        return secrets[`${namespace}/${name}`];
      },
    },
    instanceId: "weir-a",
    version: "1.2.3",
    timeoutMs: 500,
    now: () => clock.now,
  });
  const close = async () => {
    client.close();
    await server.close();
  };
  return { server, secrets, reads, clock, client, close };
}

/** The failure of a call that has to fail, and must not show the token. */
export async function failure(call: Promise<unknown>): Promise<Fault> {
  const error = await rejectionOf(call);
  if (inspect(error, { depth: 20, showHidden: true }).includes(canary)) throw new Error("the token is shown");
  return toFault(error);
}
