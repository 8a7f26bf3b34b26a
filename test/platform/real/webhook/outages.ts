import { describe, expect, it } from "vitest";
import { kinds } from "../../../../shared/kinds/index.ts";
import { callApi } from "../control-plane/access.ts";
import { patchWebhook, untilProbe } from "./custody.ts";
import { deep, pathOf, trap } from "./objects.ts";
import { pass } from "./pass.ts";
import { logged, type Rig } from "./rig.ts";

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

/** What the function denies and no schema or policy sees. */
const denials = [
  {
    name: "a key that would reach a prototype",
    why: "it must reach no object of ours",
    make: trap,
    says: 'has the key "constructor", which is not allowed',
  },
  {
    name: "a field that is nested too deep",
    why: "the API server takes many more levels",
    make: deep,
    says: "has nested deeper than 64 levels",
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
        await expect.poll(since).toEqual([expect.stringContaining(says)]);
        const reports = () =>
          rig()
            .fronts()
            .flatMap(logged)
            .filter(({ msg }) => msg === "review not answered");
        await expect.poll(() => reports().at(-1)).toEqual(front && expect.objectContaining(front));
      } finally {
        await repair(rig());
        await callApi(plane, "DELETE", pathOf("unseen"));
      }
      await untilProbe(plane, "denied");
    });

    it("no rule denies what only the function sees; else it would be among the following", () => {
      // Of Flink's kinds many are the function's alone, as they read a whole configuration; the pass says the same.
      const ours = kinds.filter(({ names }) => names.kind === "VvpDeployment");
      const rules = ours.flatMap((kind) => kind.rules).filter(({ severity, cel }) => severity === "deny" && !cel);
      expect(rules).toEqual([]);
    });

    it.each(denials)("and the pass reports $name, without a call to AppManager: $why", async ({ make, says }) => {
      const { plane } = rig();
      await rig().replaceFronts();
      expect((await callApi(plane, "POST", pathOf(), { body: make("unseen") })).status).toBe(201);
      await rig().replaceFronts({});
      await untilProbe(plane, "denied");
      const seen = await callApi(plane, "POST", `${pathOf()}?dryRun=All`, { body: make("seen") });
      expect(seen).toMatchObject({ status: 422, body: { message: expect.stringContaining(`spec: ${says}`) } });
      const { status, calls } = await pass(rig(), "unseen");
      expect(status?.conditions).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: "Healthy", status: "False" }),
          expect.objectContaining({
            type: "SpecAligned",
            status: "False",
            reason: "InvalidSpec",
            message: `spec ${says}. Correct the spec; nothing of it is projected until then.`,
          }),
        ]),
      );
      expect(calls).toEqual([]);
      await callApi(plane, "DELETE", pathOf("unseen"));
      await callApi(plane, "PATCH", pathOf("unseen"), {
        type: "application/merge-patch+json",
        body: { metadata: { finalizers: null } },
      });
    });
  });
}
