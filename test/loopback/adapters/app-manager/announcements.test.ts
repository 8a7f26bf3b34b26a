import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isFromOperator } from "../../../../shared/adapters/app-manager/event-mark.ts";
import type { AppManager } from "../../../../shared/ports/app-manager.ts";
import { type AppManagerSimulator, startAppManager } from "../../../../simulators/app-manager/server.ts";
import { caller, failure, owner } from "./rig.ts";
import { connectTo, runningBody } from "./simulated.ts";

let simulator: AppManagerSimulator;
let client: AppManager & { close(): void };
let id: string;

beforeEach(async () => {
  simulator = await startAppManager();
  client = connectTo(simulator);
  ({ id } = await client.create(caller, "default", runningBody, owner));
});
afterEach(async () => {
  client.close();
  await simulator.close();
});

const announce = (deploymentId: string | undefined, signal?: AbortSignal) =>
  client.announce(caller, { namespace: "default", deploymentId, message: "triggered savepoint" }, signal);

/** What the platform shows as its events, as far as an operator sent them. */
async function shown(query = ""): Promise<readonly { readonly deploymentId?: string; readonly message: string }[]> {
  const headers = { authorization: `Bearer ${simulator.token}` };
  const reply = await fetch(`${simulator.url}/api/v1/namespaces/default/events${query}`, { headers });
  const { items } = (await reply.json()) as { items: { metadata: { name: string }; spec: { message: string } }[] };
  return items
    .map(({ metadata, spec }) => ({ ...metadata, message: spec.message }))
    .filter(isFromOperator)
    .map(({ deploymentId, message }: { deploymentId?: string; message: string }) => ({
      ...(deploymentId !== undefined && { deploymentId }),
      message,
    }));
}

describe("events against the simulator", () => {
  it("one is seen in the deployment's Events tab, among the platform's own (R126)", async () => {
    await announce(id);
    const message = "Kubernetes operator triggered savepoint";
    expect(await shown(`?deploymentId=${id}`)).toEqual([{ deploymentId: id, message }]);
  });

  it("one about no deployment is seen in the list of the namespace", async () => {
    await announce(undefined);
    expect(await shown()).toEqual([{ message: "Kubernetes operator triggered savepoint" }]);
    expect(await shown(`?deploymentId=${id}`)).toEqual([]);
  });

  it("a deployment that is gone takes none", async () => {
    simulator.admin.deleteDeployment("default", "one");
    expect(await failure(announce(id))).toMatchObject({ code: "Missing" });
  });

  it("a platform whose events fail says so, and nothing is sent twice (X8)", async () => {
    simulator.admin.configure({ eventFailure: 1 });
    expect(await failure(announce(id))).toMatchObject({ code: "Unavailable" });
    expect(simulator.calls.filter(({ path }) => path.endsWith("/events"))).toHaveLength(1);
  });

  it("one that hangs ends with its caller's patience", async () => {
    simulator.admin.configure({ next: [{ method: "POST", path: "/events", kind: "hang" }] });
    expect(await failure(announce(id, AbortSignal.timeout(50)))).toMatchObject({ code: "Unavailable" });
  });
});
