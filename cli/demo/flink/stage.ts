import { conditionOf } from "../../../shared/core/condition.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { FlinkWorld } from "../../../test/world/flink-world.ts";
import { toTable } from "../../table.ts";
import { expectSame } from "../expect.ts";
import { count } from "../meter.ts";
import type { Screen } from "../screen.ts";

/** Calls by where they went. */
export type FlinkTally = Readonly<Record<"api" | "objects" | "flink" | "events" | "passes", number>>;

const kinds = [flinkDeployment, flinkSessionJob, flinkStateSnapshot];

/** What the steps of the story act on: resources and Flink, both simulated, in virtual time, and Weir's own passes between. */
export class FlinkStage {
  readonly world = new FlinkWorld({}, {}, kinds);
  readonly screen: Screen;
  steps = 0;
  #told = 0;
  #calls = 0;
  #passes = 0;

  constructor(screen: Screen) {
    this.screen = screen;
  }

  /** A new step; what was done before it is not counted any more. */
  step(title: string, ...why: readonly string[]): void {
    this.steps += 1;
    this.#calls = this.world.trace.length;
    this.#passes = this.world.passes.length;
    this.screen.heading(`${this.steps}. ${title}`);
    this.screen.say(...why);
  }

  apply(object: KubeObject, file: string): void {
    this.screen.command(`kubectl apply -f ${file}`);
    this.world.cluster.create(object);
  }

  patch(name: string, patch: JsonObject): void {
    const resource = this.#kindOf(this.world.find(name)).names.singular;
    this.screen.command(`kubectl patch ${resource} ${name} --type merge -p '${JSON.stringify(patch)}'`);
    this.world.cluster.edit(name, patch);
  }

  /** Passes over a resource, once a virtual second, until nothing moves. */
  async settle(name: string): Promise<void> {
    const started = this.world.clock.now();
    const { end } = await this.world.follow(name);
    expectSame(`how the passes over ${name} end`, end, this.world.find(name) === undefined ? "gone" : "settled");
    const seconds = (this.world.clock.now() - started) / 1_000;
    this.screen.check(`${name} has come to rest after ${count(seconds, "second")} of virtual time`);
  }

  /** What `kubectl get` shows, and the events that are new. */
  show(name: string): void {
    const object = this.world.find(name);
    if (object === undefined) return;
    const { names, columns } = this.#kindOf(object);
    this.screen.command(`kubectl get ${names.plural}`);
    this.screen.say(...toTable(columns, [object], { wide: false, now: this.world.clock.now() }));
    const news = this.world.events.slice(this.#told);
    this.#told = this.world.events.length;
    this.screen.say(...news.map(({ type, reason, message }) => `${type}  ${reason}  ${message}`));
  }

  /** Throws `Unexpected` unless the status says so. */
  status(name: string, path: readonly string[], wanted: string): void {
    expectSame(`status.${path.join(".")} of ${name}`, at(this.world.find(name)?.status, ...path), wanted);
  }

  /** Throws `Unexpected` unless the condition has this reason; prints it. */
  condition(name: string, type: string, reason: string): void {
    const object = this.world.find(name);
    const found = object && conditionOf(conditionsOf(object), type);
    expectSame(`reason of ${type}`, found?.reason, reason);
    this.screen.check(`${type} ${found?.status}, ${reason}: ${found?.message}`);
  }

  /** Jobs that were started so far, none of which may know less than the newest snapshot. */
  starts(wanted: number): void {
    const { started } = this.world.kubelet;
    expectSame("jobs that were started", started.length, wanted);
    expectSame(
      "records that were lost",
      started.map(({ lost }) => lost).filter((lost) => lost > 0),
      [],
    );
    const from = started.at(-1)?.from;
    this.screen.check(`${count(wanted, "start")} so far, the last one from ${from ?? "nothing"}; no record was lost`);
  }

  /** Prints the calls of this step; throws `Unexpected` where one is not as expected. */
  tally(wanted: Partial<FlinkTally> = {}): FlinkTally {
    const calls = this.world.trace.slice(this.#calls);
    const to = (where: string) => calls.filter((call) => call.to === where).length;
    const passes = this.world.passes.length - this.#passes;
    const tally = { api: to("api"), objects: to("objects"), flink: to("flink"), events: to("events"), passes };
    this.screen.say(
      `${count(passes, "pass", "passes")}; calls: ${tally.api} for resources, ${tally.objects} for their objects, ` +
        `${tally.flink} to Flink, ${count(tally.events, "event")}`,
    );
    for (const [where, calls] of Object.entries(wanted))
      expectSame(`calls: ${where}`, tally[where as keyof FlinkTally], calls);
    return tally;
  }

  #kindOf(object: KubeObject | undefined) {
    return kinds.find(({ names }) => names.kind === object?.kind) ?? flinkDeployment;
  }
}
