import { afterAll, beforeAll, expect, it } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { ApiServerSource } from "../../../../simulators/platform/api-server-source/start-api-server-source.ts";
import { deliver } from "../../scenario-rig.ts";
import { callApi } from "../control-plane/access.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { startFront } from "./accounts.ts";
import { tickHeaders } from "./event-rows.ts";
import { authoritiesOf, forgetFront, readWebhook, webhooks } from "./front-rows.ts";
import { namespace, type Rig, startRig } from "./rig.ts";
import { startSource } from "./source-rows.ts";

const name = "life";
const collection = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;
const lease = "/apis/coordination.k8s.io/v1/namespaces/weir-system/leases/weir-sweep-my-operator";
const wait = { interval: 50 };

describeReal("with exactly the roles of the manifests", () => {
  let rig: Rig;
  let source: ApiServerSource;

  beforeAll(async () => {
    rig = await startRig(controlPlane());
    source = await startSource(rig, rig.reconcile.url);
  });
  afterAll(async () => {
    await source?.close();
    await rig?.close();
  });

  async function state(): Promise<string> {
    const object = await rig.read(name);
    if (object === undefined) return "gone";
    const healthy = conditionsOf(object).find(({ type }) => type === "Healthy");
    const generation = at(object.status, "observedGeneration") === object.metadata.generation ? "" : "not yet ";
    return `${generation}${at(object.status, "actualState")} ${healthy?.status}`;
  }

  const wants = (spec: object) => rig.change(name, { spec: { deployment: { spec } } });

  it("a resource lives: made, followed, updated, swept, cancelled and deleted", async () => {
    const { appManager, refresh } = rig;
    await rig.make(name);
    await expect.poll(state, wait).toBe("CANCELLED True");
    await wants({ state: "RUNNING" });
    await expect.poll(state, wait).toBe("RUNNING True");
    await wants({ template: { spec: { parallelism: 2 } } });
    await expect.poll(state, wait).toBe("RUNNING True");
    expect((await deliver(refresh.url, tickHeaders)).status).toBe(204);
    expect(refresh.text.out).toMatch(/"seen":1,"quiet":1,.*"failed":0,.*"msg":"sweep"/);
    const held = await callApi(rig.address, "GET", lease);
    expect([held.status, at(held.body, "spec", "holderIdentity")]).toEqual([200, undefined]);
    await wants({ state: "CANCELLED" });
    await expect.poll(state, wait).toBe("CANCELLED True");
    await rig.must("DELETE", `${collection}/${name}`);
    await expect.poll(state, wait).toBe("gone");
    expect(appManager.admin.state().rows.size).toBe(0);
    expect(appManager.admin.violations()).toEqual([]);
  });

  it("nothing was refused on the way, and no delivery lost", async () => {
    await expect.poll(() => source.stats().inFlight, wait).toBe(0);
    const { events, delivered } = source.stats();
    expect(events).toBeGreaterThan(5);
    expect(delivered).toBe(events);
    for (const { text } of [rig.reconcile, rig.refresh]) {
      expect(text.err).toBe("");
      expect(text.out).not.toMatch(/"level":"(warn|error)"/);
    }
  });

  it("the front makes its certificate, has it trusted, and replaces it before it ends", async () => {
    const { address, folder } = rig;
    await forgetFront(address);
    await rig.must("POST", webhooks, await readWebhook());
    const short = { WEIR_FRONT_CERTIFICATE_LIFE: "4s", WEIR_FRONT_CHECK_INTERVAL: "50ms", WEIR_FRONT_SETTLE: "100ms" };
    const front = await startFront(address, folder, short);
    const serving = async () => (await fetch(`${front.url}/readyz`).catch(() => undefined))?.status;
    const trusted = async () => {
      const { body } = await callApi(address, "GET", `${webhooks}/weir-admission`);
      const { webhooks: entries } = body as { webhooks: { clientConfig: { caBundle?: string } }[] };
      return authoritiesOf(entries[0]?.clientConfig.caBundle);
    };
    try {
      await expect.poll(serving, wait).toBe(200);
      const before = await trusted();
      expect(before).toHaveLength(1);
      await expect.poll(trusted, wait).toEqual([expect.any(String), ...before]);
      await expect.poll(() => front.text.out, wait).toMatch(/"reason":"expiring","msg":"certificate made"/);
      expect(front.text.out).toMatch(/"reason":"missing","msg":"certificate made"/);
      expect(front.text.out + front.text.err).not.toMatch(/"level":"(warn|error)"|PRIVATE KEY/);
    } finally {
      await front.stop();
    }
  });
});
