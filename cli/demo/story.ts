import { once } from "node:events";
import type { KubeObject } from "../../shared/core/object.ts";
import type { Closable } from "../../simulators/platform/autoscaler/close-on-signals.ts";
import { expectSame, Unexpected } from "./expect.ts";
import { describe } from "./keep.ts";
import { readManifests } from "./manifests.ts";
import { count, tallyText } from "./meter.ts";
import type { StartPlatform } from "./platform.ts";
import type { Screen } from "./screen.ts";
import { Stage } from "./stage.ts";
import { showFirstLife } from "./steps/first-life.ts";
import { showRefusals } from "./steps/gate.ts";
import { showSecondLife } from "./steps/second-life.ts";
import { startWorld, type World } from "./world.ts";

/** How the story ended; `kept` waits for Ctrl-C where the world is to stay. */
export interface Ending {
  readonly code: 0 | 1;
  readonly kept?: () => Promise<void>;
}

/** How it is played. */
export interface StoryOptions {
  /** Leaves the world up afterwards. */
  readonly keep: boolean;
  readonly startPlatform: StartPlatform;
}

/** Plays the whole demo; an expectation that does not hold ends it with code 1 and what the functions wrote last. */
export async function tell(
  screen: Screen,
  opened: (part: Closable) => void,
  { keep, startPlatform }: StoryOptions,
): Promise<Ending> {
  let world: World | undefined;
  try {
    screen.heading("Weir: Apache Flink, run by functions that come when something happens");
    world = await startWorld(opened, { startPlatform });
    introduce(screen, world);
    const stage = new Stage(world, screen);
    await playAll(stage);
    sumUp(stage);
    if (!keep) return { code: 0 };
    screen.say("", ...(await describe(world)));
    return { code: 0, kept: untilStopped };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const lines = world?.logs.last(12) ?? [];
    screen.fail(
      [error.message, ...(lines.length > 0 ? ["The last lines of the functions:", ...lines] : [])].join("\n"),
    );
    return { code: 1 };
  }
}

function introduce(screen: Screen, { platform, appManager, functions }: World): void {
  screen.say(
    `API server   ${platform.url}   ${platform.name}; CRD, policies, ConfigMap, webhook and Secret are installed`,
    `AppManager   ${appManager.url}   simulated; asks for the token in the Secret my-vvp-apikey`,
    `functions    reconcile ${functions.reconcile.url}, refresh ${functions.refresh.url}, admission ${functions.admission.url}`,
    "             three services at zero; the bundles in dist/ run as processes, each at most 2 s idle",
  );
}

/** The steps of the demo, one after the other; throws `Unexpected` where one is not as it says. */
export async function playAll(stage: Stage): Promise<void> {
  const [patch] = await readManifests("examples/vvp-minimal-patch.yaml");
  const [put] = await readManifests("examples/vvp-minimal-put.yaml");
  const examples = { patch, put } as { patch: KubeObject; put: KubeObject };
  await showRefusals(stage, examples.patch, examples.put);
  await showFirstLife(stage, examples.patch);
  await showSecondLife(stage, examples.put);
  stage.step("Back to nothing");
  await stage.zero();
  lookBack(stage);
}

/** What must hold over the whole story. */
function lookBack({ world, screen }: Stage): void {
  const { logs, appManager, changes } = world;
  const leaks = logs.all.filter(({ text }) => text.includes(appManager.token));
  expectSame("log lines with the API token", leaks.length, 0);
  expectSame("rules of the platform that were broken", appManager.admin.violations(), []);
  expectSame(
    "events that were not taken",
    changes.deliveries.filter(({ status }) => status !== 204),
    [],
  );
  screen.check(`${count(logs.all.length, "log line")} without the API token, every event answered 204`);
}

function sumUp(stage: Stage): void {
  const total = stage.total();
  stage.screen.heading(`Done: ${count(stage.steps, "step")} as expected in ${(performance.now() / 1000).toFixed(1)} s`);
  stage.screen.say(tallyText(total), `${count(total.started, "process", "processes")} started, none left`);
}

async function untilStopped(): Promise<void> {
  const timer = setInterval(() => undefined, 60_000);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  clearInterval(timer);
}
