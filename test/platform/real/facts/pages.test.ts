import { once } from "node:events";
import { request } from "node:https";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { largestAnswer } from "../../../../shared/adapters/kubernetes/request.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { each } from "../../../../shared/engine/each.ts";
import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import type { ControlPlaneAddress } from "../control-plane/access.ts";
import { installCrds, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { send } from "./place.ts";

const collection = "/apis/ververica.platform/v1/namespaces/default/vvpdeployments";
const count = 70;
const kibibyte = 1_024;

const types = ["Healthy", "Consistent", "SpecAligned", "NonceAligned", "ParallelismAligned", "Settled", "Deployed"];
const status = {
  deploymentId: "6b1f8e3c-58b3-4f0e-9a4b-2f7d2b1c9f10",
  observedGeneration: 1,
  syncEnabled: true,
  observedSpecState: "CANCELLED",
  actualState: "CANCELLED",
  vvpNamespace: "default",
  instanceId: "my-operator",
  conditions: types.map((type) => ({
    type,
    status: "True",
    reason: "AsItShouldBe",
    message: "What the platform has is what the resource says.",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  })),
};

interface Page {
  readonly items: readonly KubeObject[];
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number };
}

describeReal("a page of resources", () => {
  let address: ControlPlaneAddress;

  beforeAll(async () => {
    address = controlPlane();
    await installCrds(address);
    const names = Array.from({ length: count }, (_, index) => `page-${index}`);
    await each(names, 8, async (name) => {
      await send({ address }, "POST", collection, vvpDeployment("PATCH", { metadata: { name, namespace: "default" } }));
      await send({ address }, "PATCH", `${collection}/${name}/status`, { status }, "merge-patch+json");
    });
  });
  afterAll(() => wipe(address));

  async function page(query: string, zipped = false) {
    const headers = { authorization: `Bearer ${address.tokens.admin}`, ...(zipped && { "accept-encoding": "gzip" }) };
    const sent = request(`${address.url}${collection}?${query}`, { ca: address.ca, agent: false, headers });
    sent.end();
    const [response] = await once(sent, "response");
    const bytes = await buffer(response);
    const encoding = response.headers["content-encoding"];
    const body: Page = JSON.parse(String(encoding === "gzip" ? gunzipSync(bytes) : bytes));
    return { body, bytes: bytes.length, encoding };
  }

  it("names the rest, so that all resources are on one page each", async () => {
    const first = await page("limit=50");
    const rest = await page(`limit=50&continue=${first.body.metadata.continue}`);
    expect(first.body.metadata.remainingItemCount).toBe(count - 50);
    expect(rest.body.metadata.continue).toBe("");
    const names = [...first.body.items, ...rest.body.items].map(({ metadata }) => metadata.name);
    expect([names.length, new Set(names).size]).toEqual([count, count]);
  });

  it("has about 4 KiB for each resource, so that 500 of them stay far below what Weir reads at most", async () => {
    const { bytes } = await page(`limit=${count}`);
    expect(bytes / count).toBeGreaterThan(2 * kibibyte);
    expect(bytes / count).toBeLessThan(6 * kibibyte);
    expect((500 * bytes) / count).toBeLessThan(largestAnswer / 10);
  });

  it("comes with gzip only to who asks, and only from 128 KiB on", async () => {
    const [plain, zipped, small] = [await page(""), await page("", true), await page("limit=5", true)];
    expect([plain.encoding, zipped.encoding, small.encoding]).toEqual([undefined, "gzip", undefined]);
    expect(plain.bytes).toBeGreaterThan(128 * kibibyte);
    expect(zipped.bytes * 8).toBeLessThan(plain.bytes);
  });
});
