import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { deploymentOf, nothingMore } from "./parts.ts";

/** Counts what a row has done so far, since each edit is a new generation with the content of its state. */
interface Point {
  readonly generation: number;
  readonly content: string;
}

function seen(wantedState: string, actualState: string, { generation }: Point, conditions = {}) {
  return status({
    fields: { observedSpecState: wantedState, actualState, observedGeneration: generation },
    conditions,
  });
}

/** The user asks for a state: one write, and the platform begins to move. */
function asks(
  state: string,
  point: Point,
  body: JsonObject = deploymentOf(vvpDeployment("PATCH", wanted(state))),
): Step {
  const newest = record({ generation: point.generation, applied: point.content });
  return {
    when: `${state} is asked for`,
    act: (world) => world.cluster.edit("my-deployment", wanted(state)),
    after: 0,
    rule: "project-spec",
    end: "moving",
    calls: [
      ...looks,
      { "platform PATCH default/deployment-1 200": body },
      { "api patch": { record: newest } },
      "api patch status",
    ],
    status: seen(state, "TRANSITIONING", point, {
      SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
    }),
    record: newest,
  };
}

function moves(state: string, point: Point): Step {
  const calls = [...looks, "api patch status"];
  const shown = seen(state, "TRANSITIONING", point);
  return { when: "it is on its way", after: 500, rule: "rest", end: "moving", calls, status: shown, record: "same" };
}

function arrives(state: string, point: Point): Step {
  const calls = [...looks, "api patch status"];
  const shown = seen(state, state, point);
  return { when: "it is there", after: 1_500, rule: "rest", end: "settled", calls, status: shown, record: "same" };
}

function through(state: string, point: Point): Step[] {
  return [asks(state, point), moves(state, point), arrives(state, point)];
}

const points = {
  running: { generation: 2, content: "content-2" },
  suspended: { generation: 3, content: "content-3" },
  runningAgain: { generation: 4, content: "content-2" },
  cancelled: { generation: 5, content: "content-1" },
};

const runs = through("RUNNING", points.running);

function endsBy(outcome: "finish" | "fail") {
  return (world: World) => {
    if (outcome === "fail") world.admin.editSpec("default", "my-deployment", { maxJobCreationAttempts: 1 });
    const [job] = [...world.platform.state.jobs.values()].filter(({ status: { state } }) => state === "STARTED");
    world.admin.endJob(job?.metadata.id ?? "", outcome);
  };
}

function ended(actualState: string): Step {
  return {
    when: `the job is ${actualState}`,
    rule: "rest",
    end: "settled",
    calls: [...looks, "api patch status"],
    status: seen("RUNNING", actualState, points.running),
    record: "same",
  };
}

function corrects(
  when: string,
  act: (world: World) => void,
  from: string,
  changed: { [field: string]: JsonValue },
): Step {
  const message = `The platform wants ${from}, the spec RUNNING; the state is projected again.`;
  return {
    when,
    act,
    rule: "correct-state",
    end: "moving",
    calls: [
      ...looks,
      "api get",
      { "platform PATCH default/deployment-1 200": { spec: { state: "RUNNING" } } },
      "api patch status",
    ],
    status: status({
      fields: { observedSpecState: "RUNNING", observedGeneration: 2, ...changed },
      conditions: { SpecAligned: `True/ConfigUpdated 0 ${message}` },
    }),
    record: "same",
  };
}

/** States and their drift (F5, AMB-18). */
export const stateRows: readonly Row[] = [
  {
    name: "CANCELLED → RUNNING → SUSPENDED → RUNNING → CANCELLED",
    why: "F5: one write each, followed until it is there; Healthy all the while",
    given: "PATCH",
    steps: [
      ...runs,
      nothingMore("nothing changes"),
      ...through("SUSPENDED", points.suspended),
      ...through("RUNNING", points.runningAgain),
      ...through("CANCELLED", points.cancelled),
    ],
  },
  {
    name: "a job that FAILED is no drift",
    why: "AMB-18: it ended by itself, and the platform's recovery is its own",
    given: "PATCH",
    steps: [...runs, { ...ended("FAILED"), act: endsBy("fail") }, nothingMore("a tick")],
  },
  {
    name: "a job that FINISHED is no drift",
    why: "AMB-18",
    given: "PATCH",
    steps: [...runs, { ...ended("FINISHED"), act: endsBy("finish") }, nothingMore("a tick")],
  },
  {
    name: "a desired state that somebody changed on the platform is corrected",
    why: "R18, AMB-18: the state alone, nothing of the rest",
    given: "PATCH",
    steps: [
      ...runs,
      corrects(
        "somebody cancels it past the lock",
        (world) => void world.admin.editSpec("default", "my-deployment", { state: "CANCELLED" }),
        "CANCELLED",
        { actualState: "TRANSITIONING" },
      ),
      { ...arrives("RUNNING", points.running), when: "it runs again", after: 3_000 },
    ],
  },
  {
    name: "a spec without a state leaves the platform's alone",
    why: "AMB-19: no drift without a wish",
    given: "PATCH",
    steps: [
      {
        ...asks("RUNNING", points.running, deploymentOf(vvpDeployment("PATCH", deploymentSpec({ state: null })))),
        when: "the state is taken out of the spec",
        act: (world) => world.cluster.edit("my-deployment", deploymentSpec({ state: null })),
        end: "settled",
        status: status({
          fields: { observedSpecState: null, observedGeneration: 2 },
          conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
        }),
      },
      {
        when: "somebody starts it on the platform",
        act: (world) => world.admin.editSpec("default", "my-deployment", { state: "RUNNING" }),
        after: 2_000,
        rule: "rest",
        end: "settled",
        calls: [...looks, "api patch status"],
        status: status({ fields: { observedSpecState: null, observedGeneration: 2, actualState: "RUNNING" } }),
        record: "same",
      },
    ],
  },
];
