import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { describe, expect, it } from "vitest";
import { readBundle } from "../../../../functions/front/renewal.ts";
import { callApi } from "../control-plane/access.ts";
import { guideBlock, runInShell } from "../crds/guide.ts";
import { followTrust, patchWebhook, probe, readCustody, untilProbe } from "./custody.ts";
import { secretPath } from "./objects.ts";
import type { FrontProcess, Rig } from "./rig.ts";

/** Serial number of the certificate that a front serves; rejects unless the bundle vouches for it by its name. */
async function serialOf({ tlsPort }: FrontProcess, bundle: string): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port: tlsPort, servername: "weir-front.weir-system.svc", ca: bundle });
  await once(socket, "secureConnect");
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

/** Takes Secret and trust away, as if there had never been a front. */
async function forget({ plane, replaceFronts }: Rig): Promise<void> {
  await replaceFronts();
  await callApi(plane, "DELETE", secretPath);
  await patchWebhook(plane, "add", "/clientConfig/caBundle", "");
}

/** Asks all the time until `ended`; gives how often it was denied, and how often nobody was asked. */
async function askUntil(ended: () => boolean, { plane }: Rig) {
  const count = { denied: 0, "passed over": 0 };
  const ask = async () => {
    while (!ended()) count[await probe(plane)] += 1;
  };
  await Promise.all([1, 2, 3, 4].map(ask));
  return count;
}

function expectAllDenied(count: Awaited<ReturnType<typeof askUntil>>): void {
  expect(count["passed over"]).toBe(0);
  expect(count.denied).toBeGreaterThan(20);
}

/** The last two serial numbers that each front showed, once it did and nothing but the second one's authority is trusted. */
async function untilRenewed(fronts: readonly FrontProcess[], { plane }: Rig): Promise<string[][]> {
  const shown = fronts.map(() => new Set<string>());
  const look = async () => {
    const { bundle } = await readCustody(plane);
    const serials = await Promise.all(fronts.map((front) => serialOf(front, bundle)));
    for (const [index, serial] of serials.entries()) shown[index]?.add(serial);
    return readBundle(bundle).length;
  };
  for (;;) {
    // Again, when a certificate was renewed after the bundle was read.
    const trusted = await look().catch(look);
    if (trusted === 1 && shown.every(({ size }) => size > 1)) return shown.map((serials) => [...serials].slice(-2));
    await sleep(25);
  }
}

/** Two fronts, as the manifest has it: one certificate, renewed, replaced and recovered while reviews come in. */
export function describeCertificates(rig: () => Rig): void {
  describe("two fronts", () => {
    it("that start at once without a Secret make one certificate, and both serve it", async () => {
      await forget(rig());
      const fronts = await rig().replaceFronts({}, {});
      const { bundle, data } = await readCustody(rig().plane);
      expect(bundle).toBe(data["ca.crt"]);
      expect(readBundle(bundle)).toHaveLength(1);
      const [one, other] = await Promise.all(fronts.map((front) => serialOf(front, bundle)));
      expect(one).toBe(other);
      expect(fronts.map(({ text }) => text.out.includes("certificate made")).sort()).toEqual([false, true]);
    });

    it("renew it under load: both authorities are trusted meanwhile, and no review is lost", async () => {
      await forget(rig());
      const brief = {
        WEIR_FRONT_CERTIFICATE_LIFE: "6s",
        WEIR_FRONT_CHECK_INTERVAL: "100ms",
        WEIR_FRONT_SETTLE: "1s",
      };
      const trusted = await followTrust(rig().plane);
      const fronts = await rig().replaceFronts(brief, brief);
      await untilProbe(rig().plane, "denied");
      const since = rig().missed();
      let ended = false;
      const asking = askUntil(() => ended, rig());
      const serials = await untilRenewed(fronts, rig()).finally(() => {
        ended = true;
      });
      expectAllDenied(await asking);
      const bundles = (await trusted()).map((bundle) => readBundle(bundle).map(String));
      const [first = [], both = [], second = []] = bundles;
      expect(bundles.slice(0, 3).map(({ length }) => length)).toEqual([1, 2, 1]);
      expect([...first, ...second].sort()).toEqual([...both].sort());
      expect(serials[1]).toEqual(serials[0]);
      expect(since()).toEqual([]);
    });

    it("give way to two others under load, and no review is lost", async () => {
      const pod = { WEIR_FRONT_DRAIN: "500ms" };
      await rig().replaceFronts(pod, pod);
      await untilProbe(rig().plane, "denied");
      const since = rig().missed();
      let ended = false;
      const asking = askUntil(() => ended, rig());
      expect(await rig().rollFronts(pod, pod)).toEqual([0, 0]);
      await sleep(200);
      ended = true;
      expectAllDenied(await asking);
      expect(since()).toEqual([]);
    });

    it("are rid of a certificate by the guide's own commands", async () => {
      const before = await readCustody(rig().plane);
      await runInShell(rig().plane, guideBlock("sh", "delete secret weir-front-tls"));
      const deployment = await callApi(
        rig().plane,
        "GET",
        "/apis/apps/v1/namespaces/weir-system/deployments/weir-front",
      );
      expect(JSON.stringify(deployment.body)).toContain("kubectl.kubernetes.io/restartedAt");
      await rig().rollFronts({}, {});
      await untilProbe(rig().plane, "denied");
      const { bundle, data } = await readCustody(rig().plane);
      expect(bundle).toBe(data["ca.crt"]);
      expect(readBundle(bundle)).toHaveLength(1);
      expect(bundle).not.toBe(before.bundle);
    });
  });
}
