import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { readMemory, writeMemory } from "../../../shared/core/notation/memory-size.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { readWish } from "../../../shared/flink/scaling-wish.ts";
import { loaded, quick, sizesIn, tooMuch } from "../../table/autoscale/load.ts";
import { autoscale } from "../../world/autoscaler.ts";
import { Crashes, type CrashPoint, crashPointsOf } from "../../world/crash.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { lastState } from "./acts.ts";
import { tuned } from "./wishes.ts";

/** What a story comes to: the calls of it, and what is odd about its end. */
interface Told {
  readonly calls: readonly string[];
  readonly odd: readonly string[];
}

/** Minutes until the job was surely judged, with a death of the processes on the way and all that it delays. */
const roundsToEnd = 10;

async function play(changes: readonly JsonObject[], points: readonly CrashPoint[]): Promise<Told> {
  const world = await loaded(tooMuch, quick, ...changes);
  const { spec } = world.find() ?? {};
  const crashes = new Crashes(world, points);
  for (let round = 0; round < roundsToEnd && sizesIn(world)[1] === 4; round += 1) {
    world.skip(60_000);
    await alive(world, crashes, () => autoscale(world).then(() => undefined));
    await settle(world, crashes);
  }
  await alive(world, crashes, async () => (await world.follow()).end);
  return { calls: crashes.calls, odd: oddities(world, spec) };
}

async function settle(world: FlinkWorld, crashes: Crashes): Promise<void> {
  for (let look = 0; look < 30; look += 1) {
    if ((await alive(world, crashes, async () => (await world.pass()).end)) === "settled") return;
    world.skip(1_000);
  }
}

function oddities(world: FlinkWorld, spec: KubeObject["spec"]): string[] {
  const object = world.find();
  const [, size = 0] = sizesIn(world);
  const wished = Object.values((object && readWish(object))?.parallelism ?? {});
  const memory = (object && readWish(object))?.memory?.set["taskmanager.memory.process.size"];
  const bytes = readMemory(memory ?? "2048m");
  const file = at(world.objects.find("ConfigMap", "flink", "flink-config-orders"), "data", "flink-conf.yaml");
  const isTuned = at(object?.spec, "flinkConfiguration", "job.autoscaler.memory.tuning.enabled") === "true";
  const reports = world.events.filter(({ reason }) => reason === "ScalingReport").length;
  return [
    { is: JSON.stringify(object?.spec) !== JSON.stringify(spec), what: "the spec was written" },
    { is: size <= 4 || size >= 16, what: `the size is ${size}` },
    { is: !wished.includes(size), what: "the job runs with what nobody wished" },
    { is: (memory !== undefined) !== isTuned, what: `memory of ${memory} is wished` },
    {
      is: !bytes.ok || !String(file).includes(`process.size: ${writeMemory(bytes.value)}`),
      what: "the memory is not what was wished",
    },
    { is: world.kubelet.started.length > 2, what: "it was restarted twice" },
    { is: world.kubelet.started.some(({ lost }) => lost > 0), what: "state was lost" },
    { is: reports > 1, what: "it was decided twice" },
  ].flatMap(({ is, what }) => (is ? [what] : []));
}

async function alive(
  world: FlinkWorld,
  crashes: Crashes,
  deed: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const end = await deed().catch((error: unknown) => {
    if (!crashes.isDead) throw error;
    return undefined;
  });
  if (!crashes.isDead) return end;
  crashes.revive();
  world.boot();
  world.skip(15_000);
  return undefined;
}

describe("an autoscaler and an operator that die at any of their calls (DV-27)", () => {
  it.each<{ name: string; changes: readonly JsonObject[] }>([
    { name: "a rescale in place", changes: [] },
    {
      name: "a rescale by an upgrade",
      changes: [lastState, { flinkConfiguration: { "jobmanager.scheduler": null } }],
    },
    { name: "a rescale with memory", changes: [lastState, tuned] },
  ])("$name: the job comes to the size that was wished, once", async ({ changes }) => {
    const { calls, odd } = await play(changes, []);
    expect(odd).toEqual([]);
    const broken: string[] = [];
    for (const point of crashPointsOf(calls)) {
      const found = (await play(changes, [point])).odd;
      const what = calls[point.call - 1];
      if (found.length > 0) broken.push(`${point.when} call ${point.call} (${what}): ${found.join("; ")}`);
    }
    expect(broken).toEqual([]);
  });
});
