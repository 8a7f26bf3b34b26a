import { describe, expect, it } from "vitest";
import { callApi } from "../control-plane/access.ts";
import { patchWebhook, untilProbe } from "./custody.ts";
import { pathOf, trap } from "./objects.ts";
import { pass } from "./pass.ts";
import type { Rig } from "./rig.ts";

/** One way in which the function can not be asked; `repair` undoes it. */
interface Outage {
  readonly name: string;
  readonly why: string;
  readonly break: (rig: Rig) => Promise<unknown>;
  readonly repair: (rig: Rig) => Promise<unknown>;
  /** What the API server logs. */
  readonly says: string;
  /** What the front logs, if it was asked. */
  readonly front?: object;
}

const outages: readonly Outage[] = [
  {
    name: "the function hangs",
    why: "the front gives up before the API server does",
    break: async (rig) => rig.admission().child.kill("SIGSTOP"),
    repair: async (rig) => rig.admission().child.kill("SIGCONT"),
    says: "failed to call webhook: the server was unable to return a response in the time allotted, but may still be processing the request",
    front: { status: 504, why: "no answer of admission within 500 ms" },
  },
  {
    name: "the function hangs and the front waits",
    why: "the API server waits no longer than timeoutSeconds",
    break: async (rig) => {
      await patchWebhook(rig.plane, "replace", "/timeoutSeconds", 1);
      await rig.replaceFronts({ WEIR_ADMISSION_TIMEOUT: "12s" });
      rig.admission().child.kill("SIGSTOP");
    },
    repair: async (rig) => {
      rig.admission().child.kill("SIGCONT");
      await patchWebhook(rig.plane, "replace", "/timeoutSeconds", 15);
      await rig.replaceFronts({});
    },
    says: '/validate?timeout=1s": context deadline exceeded',
    front: { status: 499, why: "the caller went away" },
  },
  {
    name: "the function is down",
    why: "the front's words are in the API server's log",
    break: (rig) => rig.admission().stop(),
    repair: (rig) => rig.restartAdmission(),
    says: 'failed to call webhook: an error on the server ("admission can not be reached (ECONNREFUSED)") has prevented the request from succeeding',
    front: { status: 502, why: "admission can not be reached (ECONNREFUSED)" },
  },
  {
    name: "the front is down",
    why: "a Service without endpoints refuses",
    break: (rig) => rig.replaceFronts(),
    repair: (rig) => rig.replaceFronts({}),
    says: ":443: connect: connection refused",
  },
];

/** Whatever keeps the function from being asked, the resource is stored and the API server's log says why. */
export function describeOutages(rig: () => Rig): void {
  describe("it fails open", () => {
    it.each(outages)("when $name: $why", async ({ break: breakIt, repair, says, front }) => {
      const { plane, missed } = rig();
      const since = missed();
      await breakIt(rig());
      try {
        expect((await callApi(plane, "POST", pathOf(), { body: trap("unseen") })).status).toBe(201);
        expect((await callApi(plane, "GET", pathOf("unseen"))).status).toBe(200);
        expect(since()).toEqual([expect.stringContaining(says)]);
        const lines = rig()
          .fronts()
          .flatMap(({ text }) => text.out.trim().split("\n"));
        const reports = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "review not answered");
        expect(reports.at(-1)).toEqual(front && expect.objectContaining(front));
      } finally {
        await repair(rig());
        await callApi(plane, "DELETE", pathOf("unseen"));
      }
      await untilProbe(plane, "denied");
    });

    it("and the pass reports what the function would have denied, without a call to AppManager", async () => {
      const { plane } = rig();
      await rig().replaceFronts();
      await callApi(plane, "POST", pathOf(), { body: trap("trap") });
      await rig().replaceFronts({});
      await untilProbe(plane, "denied");
      const { status, calls } = await pass(rig(), "trap");
      expect(status?.conditions).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: "Healthy", status: "False" }),
          expect.objectContaining({
            type: "SpecAligned",
            status: "False",
            reason: "InvalidSpec",
            message: 'spec has the key "constructor", which is not allowed',
          }),
        ]),
      );
      expect(calls).toEqual([]);
      await callApi(plane, "DELETE", pathOf("trap"));
      await callApi(plane, "PATCH", pathOf("trap"), {
        type: "application/merge-patch+json",
        body: { metadata: { finalizers: null } },
      });
    });
  });
}
