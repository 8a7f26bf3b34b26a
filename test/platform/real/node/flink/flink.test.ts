import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { DeploymentMode } from "../../../../../shared/flink/cluster/blueprint.ts";
import { compileBottleneck } from "../../flink/bottleneck/compile-bottleneck.ts";
import { jobArchive, type Release, releases } from "../../flink/releases.ts";
import { applicationSteps, demoSteps, wholeSteps } from "./application.ts";
import { autoscaledSteps } from "./autoscaled.ts";
import { makeOperatorAutoscaler, StandaloneAutoscaler } from "./autoscalers.ts";
import { bareSpec, bareSteps } from "./bare.ts";
import { type Autoscaler, Bottleneck } from "./bottleneck.ts";
import { type JarServer, startJarServer } from "./jar-server.ts";
import { Life } from "./life.ts";
import { misfortunes } from "./misfortune.ts";
import { type Operator, startOperator } from "./operator.ts";
import { deleteNamespace, makeFolder, type Place, startPlace } from "./place.ts";
import { FlinkResource } from "./resource.ts";
import { sessionSteps } from "./session.ts";
import { SessionLife } from "./session-life.ts";
import type { Wanted } from "./spec.ts";
import { playSideBySide, type Story, toStory } from "./stories.ts";
import { whyNoFlinkNode } from "./why-no-flink-node.ts";

const reason = await whyNoFlinkNode();
const [older, newer] = releases;
/**
 * `whole`: each mode and each release is led through everything, which takes most of an hour. `sessions`: of that the session
 * clusters. `autoscaler`: a job of known capacity is scaled by itself. `demo`: a short story.
 */
const extent = process.env.WEIR_REAL_FLINK ?? "";
const isWhole = extent === "whole";
const autoscales = isWhole || extent === "autoscaler";

/** Milliseconds within which a namespace is gone. */
const namespaceLimitMs = 300_000;

describe.skipIf(reason !== undefined)("Weir and real Flink", () => {
  let place: Place;
  let operator: Operator;
  let jars: ReadonlyMap<Release, JarServer>;
  const standalone = new StandaloneAutoscaler();
  beforeAll(async () => {
    place = await startPlace(releases);
    const served = releases.map(async (release) => [release, await startJarServer(jobArchive(release))] as const);
    jars = new Map(await Promise.all(served));
    operator = await startOperator(place, { autoscales });
  });
  afterAll(async () => {
    await standalone.end();
    await operator?.close();
    for (const server of jars?.values() ?? []) await server.close();
    await place?.close();
  });

  const wanted = async (name: string, mode: DeploymentMode, release = older): Promise<Wanted> => ({
    release,
    mode,
    folder: await makeFolder(name),
  });
  const application =
    (name: string, mode: DeploymentMode, release = older) =>
    async () =>
      new Life(new FlinkResource(place, name), operator, await wanted(name, mode, release));
  const bare = async () =>
    new Life(new FlinkResource(place, "bare"), operator, await wanted("bare", "native"), bareSpec);
  const session = (mode: DeploymentMode, release: Release) => {
    const name = `session-${mode}-${release.name.replace("_", "-")}`;
    const begin = async () => {
      const jar = jars.get(release);
      if (jar === undefined) throw new Error(`no jar of ${release.version}`);
      return new SessionLife(place, operator, name, await wanted(name, mode, release), jar);
    };
    return toStory(`a session cluster of ${release.version}, ${mode}`, begin, sessionSteps());
  };
  const modes = ["native", "standalone"] as const;
  const counting = modes.map((mode) =>
    toStory(`a counting job, ${mode}`, application(`counting-${mode}`, mode), applicationSteps(mode)),
  );
  const misfortune = toStory(
    "misfortunes of an application",
    application("misfortune", "native"),
    misfortunes({ isWhole }),
  );
  const others = [misfortune, session("native", newer)];
  // All four at once ask for more CPU than a node of two cores has.
  const sessions = releases.map((release) => modes.map((mode) => session(mode, release)));
  const whole = (release: Release) =>
    modes.map((mode) => {
      const name = `whole-${mode}-${release.name.replace("_", "-")}`;
      return toStory(`all of ${release.version}, ${mode}`, application(name, mode, release), wholeSteps(release));
    });
  const withoutHa = toStory("an application without high availability", bare, bareSteps());
  const inTurn = [[...whole(older), withoutHa], [...whole(newer), misfortune], ...sessions];

  const bottleneck = (name: string, autoscaler: () => Autoscaler) => async () => {
    const jar = await compileBottleneck(newer, await mkdtemp(join(tmpdir(), "weir-bottleneck-")));
    return new Bottleneck(new FlinkResource(place, name), await wanted(name, "native", newer), jar, autoscaler());
  };
  const autoscaled = [
    toStory(
      "weir autoscaler over a session cluster",
      bottleneck("alone", () => standalone),
      autoscaledSteps,
    ),
    toStory(
      "an application that Weir scales by itself",
      bottleneck("scaled", () => makeOperatorAutoscaler(place)),
      autoscaledSteps,
    ),
  ];

  const short = [toStory("a counting job", application("counting", "native"), demoSteps())];
  const parts: Readonly<Record<string, readonly (readonly Story[])[]>> = {
    whole: [...inTurn, autoscaled],
    sessions,
    autoscaler: [autoscaled],
    demo: [short],
  };
  const played = parts[extent] ?? [[...counting, ...others]];

  for (const stories of played) playSideBySide(stories);

  it.skipIf(["sessions", "autoscaler", "demo"].includes(extent))(
    "a namespace is deleted with an application that runs in it (8.1/50)",
    async () => {
      await new FlinkResource(place, "misfortune").untilState("STABLE", "RUNNING");
      await deleteNamespace(place, namespaceLimitMs);
    },
    namespaceLimitMs * 2,
  );
});
