import { beforeAll, describe, expect, it } from "vitest";
import { makePair } from "../../../../functions/front/certificate.ts";
import { mustRun } from "../control-plane/install.ts";
import { patchWebhook, readCustody, untilProbe } from "./custody.ts";
import type { Rig } from "./rig.ts";

const manifest = "knative/overlays/direct/620-webhook.yaml";
const stranger = await makePair({ names: ["stranger.example.com"], lifeMs: 3_600_000 }, new Date());
const toBase64 = (text: string) => Buffer.from(text).toString("base64");

const cases = [
  {
    name: "another authority is in the bundle",
    why: "a copy of another cluster's configuration",
    break: (rig: Rig) => patchWebhook(rig.plane, "replace", "/clientConfig/caBundle", toBase64(stranger.authority)),
    says: "x509: certificate signed by unknown authority",
  },
  {
    name: "no certificate is in the bundle",
    why: "the API server takes any bytes",
    break: (rig: Rig) => patchWebhook(rig.plane, "replace", "/clientConfig/caBundle", toBase64("rubbish")),
    says: "unable to load root certificates: unable to parse bytes as PEM block",
  },
  {
    name: "the bundle is gone",
    why: "a tool that applies the manifest as it is takes it away",
    break: (rig: Rig) => patchWebhook(rig.plane, "remove", "/clientConfig/caBundle"),
    says: "x509: certificate signed by unknown authority",
  },
  {
    name: "the configuration was deleted and applied anew",
    why: "the front need not be started again",
    break: async ({ plane }: Rig) => {
      await mustRun(plane, ["delete", "-f", manifest]);
      await mustRun(plane, ["apply", "-f", manifest]);
    },
    says: "x509: certificate signed by unknown authority",
  },
];

/** What others do to the trust in the front is undone at its next look. */
export function describeDistrust(rig: () => Rig): void {
  describe("it fails open and heals by itself", () => {
    beforeAll(() => rig().replaceFronts({ WEIR_FRONT_CHECK_INTERVAL: "1s" }));

    it.each(cases)("when $name: $why", async ({ break: breakIt, says }) => {
      const { plane, missed } = rig();
      await untilProbe(plane, "denied");
      const since = missed();
      // A look that comes right after it would leave nothing to see.
      for (let tries = 0; since().length === 0 && tries < 5; tries += 1) {
        await breakIt(rig());
        await untilProbe(plane, "passed over", 300).catch(() => undefined);
      }
      expect(since()[0]).toContain(says);
      await untilProbe(plane, "denied");
      const { bundle, data } = await readCustody(plane);
      expect(bundle).toContain(data["ca.crt"]);
    });
  });
}
