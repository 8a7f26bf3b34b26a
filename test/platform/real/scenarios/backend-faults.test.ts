import { expect } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import { patienceMs } from "../../../patience.ts";
import { conditionOf, readExamples } from "../../scenario-rig.ts";
import { startTapped, type Tapped } from "./canaries.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";

const { patch } = await readExamples();
const name = patch.metadata.name;

/** What goes wrong between Weir and AppManager. */
interface Trouble {
  readonly name: string;
  begin(tapped: Tapped): Promise<void> | void;
  end(tapped: Tapped): Promise<void> | void;
}

type Knobs = Parameters<Tapped["world"]["appManager"]["admin"]["configure"]>[0];

const knobs = (title: string, on: Knobs, off: Knobs): Trouble => ({
  name: title,
  begin: ({ world }) => world.appManager.admin.configure(on),
  end: ({ world }) => world.appManager.admin.configure(off),
});

const troubles: readonly Trouble[] = [
  { name: "a dead AppManager (connections refused)", begin: ({ tap }) => tap.cut(), end: ({ tap }) => tap.mend() },
  knobs("a proxy's 404 page", { htmlNotFound: 1 }, { htmlNotFound: 0 }),
  knobs("429 with Retry-After", { rate429: 1, retryAfterSeconds: 2 }, { rate429: 0 }),
  knobs("a backend that takes a connection and says nothing", { hang: 1 }, { hang: 0 }),
];

/** Effects that AppManager carried out, in order; what it was told about them aside. */
function effectsOf({ world }: Tapped): string[] {
  return world.appManager.calls
    .filter(
      ({ method, path, status }) => method !== "GET" && !path.endsWith("/events") && status >= 200 && status < 300,
    )
    .map(({ method }) => method);
}

/** Has the user act in the middle of the trouble; what they want is told about as long as it lasts, and done afterwards. */
async function actDuring(tapped: Tapped, trouble: Trouble, act: () => Promise<unknown>): Promise<void> {
  const { world, stage } = tapped;
  const before = effectsOf(tapped);
  await trouble.begin(tapped);
  await act();
  const unreachable = async () =>
    conditionOf(await world.resource(name), "Consistent")?.reason === "AppManagerUnreachable";
  await stage.until("the resource says that AppManager cannot be reached", patienceMs, unreachable, () =>
    stage.stateOf(name),
  );
  await stage.quiet();
  expect(effectsOf(tapped)).toEqual(before);
  await trouble.end(tapped);
}

async function create(tapped: Tapped, trouble: Trouble): Promise<void> {
  await actDuring(tapped, trouble, () => tapped.world.kubectl.apply(patch, "patch.yaml"));
  await tapped.stage.reach(name, "CANCELLED", 40_000);
  expect(effectsOf(tapped)).toEqual(["POST"]);
}

async function update(tapped: Tapped, trouble: Trouble): Promise<void> {
  const { world, stage } = tapped;
  const template = { spec: { parallelism: 7 } };
  await actDuring(tapped, trouble, () => world.kubectl.patch(name, { spec: { deployment: { spec: { template } } } }));
  expect((await world.resource(name))?.status).toMatchObject({ observedGeneration: 1, actualState: "CANCELLED" });
  const seen = async () => at((await world.resource(name))?.status, "observedGeneration");
  await stage.until(
    "the change is projected",
    40_000,
    async () => (await seen()) === 2,
    async () => `${await seen()}`,
  );
  await stage.quiet();
  const [row] = [...world.appManager.admin.state().rows.values()];
  expect(row?.deployment.spec).toMatchObject({ template });
  expect(effectsOf(tapped)).toEqual(["POST", "PATCH"]);
}

async function remove(tapped: Tapped, trouble: Trouble): Promise<void> {
  const { world, stage } = tapped;
  await actDuring(tapped, trouble, () => world.kubectl.delete(name));
  expect((await world.resource(name))?.metadata.finalizers).toEqual(["weir.dev/finalizer"]);
  expect(world.appManager.admin.state().rows.size).toBe(1);
  const isGone = async () => (await world.resource(name)) === undefined;
  await stage.until("the resource is gone", 40_000, isGone, () => stage.stateOf(name));
  await stage.quiet();
  expect(world.appManager.admin.state().rows.size).toBe(0);
  expect(effectsOf(tapped)).toEqual(["POST", "PATCH", "DELETE"]);
}

for (const trouble of troubles) {
  onBothPlatforms(
    `${trouble.name}: nothing is lost, nothing is doubled, no secret comes out (AMB-9, R90)`,
    async (play) => {
      const tapped = await startTapped(play);
      await step("a creation meanwhile", () => create(tapped, trouble));
      await step("a change meanwhile", () => update(tapped, trouble));
      await step("a deletion meanwhile", () => remove(tapped, trouble));
      expect(tapped.world.appManager.admin.violations()).toEqual([]);
      const searched = await tapped.searchSecrets();
      expect(searched).toEqual(expect.arrayContaining(["log of reconcile", "metrics of reconcile"]));
    },
    100_000,
  );
}
