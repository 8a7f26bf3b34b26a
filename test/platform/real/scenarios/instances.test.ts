import { expect } from "vitest";
import { namespace } from "../../../../cli/demo/platform.ts";
import type { World } from "../../../../cli/demo/world.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { patienceMs } from "../../../patience.ts";
import { clientOf } from "../../api-server-client.ts";
import { readExamples, variant } from "../../scenario-rig.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";
import { owner, startSecond } from "./second-operator.ts";

const { patch } = await readExamples();

/** A resource of an instance. */
function of(instanceId: string, name: string, annotations: object = {}): KubeObject {
  const made = variant(patch, name, "CANCELLED");
  const { labels, annotations: given } = made.metadata;
  const metadata = {
    ...made.metadata,
    labels: { ...labels, [owner]: instanceId },
    annotations: { ...given, ...annotations },
  };
  return { ...made, metadata } as KubeObject;
}

/** Which instance the platform's mark names, by deployment. */
function marks({ appManager }: World): Record<string, string | undefined> {
  const rows = [...appManager.admin.state().rows.values()].map(({ deployment: { metadata } }) => metadata);
  return Object.fromEntries(
    rows.map(({ name, annotations }) => [name, annotations["ververica.platform/managed-by-operator"]]),
  );
}

onBothPlatforms("two operators in one cluster keep to their own (R10–R12, X4, AMB-14, AMB-27, F16)", async (play) => {
  const { world, stage } = await play.world();
  const second = await startSecond(world, "second", namespace);
  const reviewedByFirst = () =>
    world.logs.all.flatMap(({ from, entry }) => (from === "admission" && entry?.msg === "review" ? [entry.name] : []));
  const admin = clientOf(world.platform, { token: world.platform.tokenOf("admin") });
  const doubtful = { "weir.dev/paused": "yes" };
  const warned = 'metadata.annotations["weir.dev/paused"]: is neither "true" nor "false"; projection goes on';
  try {
    await step("both webhooks and the policy are in force", async () => {
      const dryRun = async (object: KubeObject) => {
        const answer = await admin.post(
          `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments?dryRun=All`,
          object,
        );
        return String(answer.headers.get("warning"));
      };
      const holds = async () => {
        const said = [
          await dryRun(of("my-operator", "probe-1", doubtful)),
          await dryRun(of("second", "probe-2", doubtful)),
        ];
        return (
          said.every((one) => one.includes("projection goes on")) && !reviewedByFirst().slice(-1).includes("probe-2")
        );
      };
      await stage.until("both are asked", 30_000, holds, async () => JSON.stringify(reviewedByFirst()));
    });
    await step("each webhook judges its own resources only", async () => {
      const [asked] = [reviewedByFirst().length];
      const one = await world.kubectl.apply(of("my-operator", "one", doubtful), "one.yaml");
      const two = await world.kubectl.apply(of("second", "two", doubtful), "two.yaml");
      for (const { ok, warnings } of [one, two]) expect([ok, warnings[0]]).toEqual([true, warned]);
      expect(reviewedByFirst().slice(asked)).toEqual(["one"]);
      expect(second.reviewed().at(-1)).toBe("two");
      expect(second.reviewed()).not.toContain("one");
    });
    await step("each reconciles its own only", async () => {
      await stage.reach("one", "CANCELLED");
      await stage.reach("two", "CANCELLED");
      expect(marks(world)).toEqual({ one: "my-operator", two: "second" });
      expect(await instances(world)).toEqual({ one: "my-operator", two: "second" });
      expect(second.passed()).not.toContain("one");
    });
    await step("what names nobody, or an instance that is not there, is rejected", async () => {
      for (const object of [
        of("third", "three"),
        { ...of("my-operator", "none"), metadata: { ...of("", "none").metadata, labels: {} } },
      ]) {
        const answer = await world.kubectl.apply(object as KubeObject, "file.yaml");
        expect(answer).toMatchObject({
          ok: false,
          message: expect.stringContaining("(known here: my-operator, second)"),
        });
      }
    });
    await step("a namespace that is not watched is left alone, and who applies is told", async () => {
      const path = "/apis/ververica.platform/v1/namespaces/default/vvpdeployments";
      const away = of("second", "away");
      const object = { ...away, metadata: { ...away.metadata, namespace: "default" } };
      const secrets = "/api/v1/namespaces/default/secrets";
      const secret = { metadata: { name: "my-vvp-apikey" }, stringData: { token: "of-another-namespace" } };
      expect((await admin.post(secrets, secret)).code).toBe(201);
      const made = await admin.post(path, object);
      expect([made.code, decodeURIComponent(String(made.headers.get("warning")))]).toEqual([
        201,
        expect.stringContaining("metadata.namespace: is not watched by this operator"),
      ]);
      await stage.quiet();
      const { body } = await admin.get(`${path}/away`);
      const { metadata, status } = body as unknown as KubeObject;
      expect([metadata.finalizers, metadata.annotations?.["weir.dev/record"], status]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      await admin.remove(`${path}/away`);
      await admin.remove(`${secrets}/my-vvp-apikey`);
    });
    await step("a label that slips is refused, a handover is not", async () => {
      const label = { labels: { [owner]: "second" } };
      expect(await world.kubectl.patch("one", { metadata: label })).toMatchObject({ ok: false });
      const before = await world.resource("one");
      const annotations = { "weir.dev/allow-handover": "second" };
      expect(await world.kubectl.patch("one", { metadata: { ...label, annotations } })).toMatchObject({ ok: true });
      const isHanded = async () => marks(world).one === "second" && (await instances(world)).one === "second";
      await stage.until("one is the second's", patienceMs, isHanded, async () => JSON.stringify(marks(world)));
      await stage.reach("one", "CANCELLED");
      expect((await world.resource("one"))?.status).toMatchObject({ deploymentId: idOf(before) });
      await world.kubectl.delete("one");
      const isGone = async () => (await world.resource("one")) === undefined;
      await stage.until("one is gone", patienceMs, isGone, () => stage.stateOf("one"));
      expect(marks(world)).toEqual({ two: "second" });
    });
    expect(world.appManager.admin.violations()).toEqual([]);
    await stage.quiet();
  } finally {
    await second.close();
  }
});

async function instances(world: World): Promise<Record<string, unknown>> {
  const all = await Promise.all(["one", "two"].map((name) => world.resource(name)));
  return Object.fromEntries(
    all.map((object) => [object?.metadata.name, (object?.status as { instanceId?: string } | undefined)?.instanceId]),
  );
}

function idOf(object: KubeObject | undefined): unknown {
  return (object?.status as { deploymentId?: string } | undefined)?.deploymentId;
}
