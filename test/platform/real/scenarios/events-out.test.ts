import { expect } from "vitest";
import { isFromOperator } from "../../../../shared/adapters/app-manager/event-mark.ts";
import { readExamples } from "../../scenario-rig.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";
import type { Recorded } from "./play.ts";

const name = "my-deployment";
const spec = (patch: object) => ({ spec: { deployment: { spec: patch } } });
const annotation = (key: string, value: string | null) => ({ metadata: { annotations: { [key]: value } } });

/** What the platform's events were told, in their order; what hangs on no deployment says so. */
function toldOf({ world }: Recorded): string[] {
  return world.appManager.admin.state().events.flatMap(({ metadata, spec: { message } }) => {
    if (!isFromOperator({ name: metadata.name, message })) return [];
    return [message.replace("Kubernetes operator ", metadata.deploymentId === undefined ? "(namespace) " : "")];
  });
}

/** Lets a user act and waits until this is told of it, and then that nothing else is. */
async function told(recorded: Recorded, act: () => Promise<unknown>, lines: readonly string[]): Promise<void> {
  const before = toldOf(recorded).length;
  const news = () => toldOf(recorded).slice(before);
  await act();
  await recorded.stage.until(
    "it is told",
    15_000,
    () => news().length >= lines.length,
    () => news().join("; "),
  );
  await recorded.stage.quiet();
  expect(news()).toEqual(lines);
}

async function tellsEffects(recorded: Recorded): Promise<void> {
  const { kubectl } = recorded.world;
  const edit = (patch: object) => () => kubectl.patch(name, patch);
  const { patch } = await readExamples();
  await told(recorded, () => kubectl.apply(patch, "patch.yaml"), ["created deployment"]);
  const parallel = edit(spec({ template: { spec: { parallelism: 2 } } }));
  await told(recorded, parallel, ["projected deployment config (mode=PATCH)"]);
  const started = "projected deployment config (mode=PATCH), including state change: CANCELLED → RUNNING";
  await told(recorded, edit(spec({ state: "RUNNING" })), [started]);
  await recorded.stage.reach(name, "RUNNING");
  const both = edit({ spec: { savepointNonce: 1, restartNonce: 1 } });
  await told(recorded, both, ["triggered savepoint", "triggered job restart"]);
  await recorded.stage.reach(name, "RUNNING");
}

async function tellsWarnings(recorded: Recorded): Promise<void> {
  const { kubectl, tick, appManager } = recorded.world;
  const pause = (value: string | null) => () => kubectl.patch(name, annotation("weir.dev/paused", value));
  await told(recorded, pause("true"), [`does not project the spec of ${name}: The annotation weir.dev/paused is set.`]);
  await told(recorded, () => tick.tick(), []);
  await told(recorded, pause(null), []);
  const remove = () => {
    appManager.admin.deleteDeployment("default", name);
    return tick.tick();
  };
  await told(recorded, remove, [expect.stringContaining(`(namespace) has lost the deployment ${name}: `)]);
  await told(recorded, () => tick.tick(), []);
}

onBothPlatforms("the platform's events tell each effect and each warning once (R126, R127, X6, X7)", async (play) => {
  const recorded = await play.world();
  await step("what was done, in the documented words", () => tellsEffects(recorded));
  await step("what is wrong, when it begins", () => tellsWarnings(recorded));
});

onBothPlatforms("an Events API that fails or hangs changes nothing else (X8)", async (play) => {
  const recorded = await play.world();
  const { world, stage } = recorded;
  const { patch } = await readExamples();
  world.appManager.admin.configure({ next: [{ kind: "hang", method: "POST", path: "/events" }], eventFailure: 1 });
  await told(recorded, () => world.kubectl.apply(patch, "patch.yaml"), []);
  await stage.reach(name, "CANCELLED");
  await told(recorded, () => world.kubectl.patch(name, spec({ state: "RUNNING" })), []);
  await stage.reach(name, "RUNNING");
  const failures = world.logs.all.filter(({ text }) => text.includes("an event was not told"));
  expect(failures).toHaveLength(2);
});
