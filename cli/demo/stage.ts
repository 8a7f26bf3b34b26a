import { isDeepStrictEqual } from "node:util";
import { conditionOf } from "../../shared/core/condition.ts";
import { at } from "../../shared/core/json.ts";
import { conditionsOf } from "../../shared/core/kind.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { toTable } from "../table.ts";
import { expectThat, Unexpected, until, type Waiting } from "./expect.ts";
import { type FunctionName, functionNames, windowMs } from "./functions.ts";
import { isAlive } from "./is-alive.ts";
import type { Answer } from "./kubectl.ts";
import { type Mark, makeMeter, processText, type Tally, tallyText } from "./meter.ts";
import type { Screen } from "./screen.ts";
import type { World } from "./world.ts";

/** What is expected of a tally; what is not named may be anything. */
export type Expected = Partial<Tally>;

/** What the steps of the demo act on: the world, the screen, and ways to wait and to look. */
export class Stage {
  readonly world: World;
  readonly screen: Screen;
  readonly #meter: ReturnType<typeof makeMeter>;
  readonly #begin: Mark;
  #mark: Mark;
  steps = 0;

  constructor(world: World, screen: Screen) {
    this.world = world;
    this.screen = screen;
    this.#meter = makeMeter(world);
    this.#begin = this.#meter.mark();
    this.#mark = this.#begin;
  }

  /** What was done since the demo began. */
  total(): Tally {
    return this.#meter.since(this.#begin);
  }

  /** A new step: its heading, and from here on its calls are counted. */
  step(title: string, ...why: readonly string[]): void {
    this.steps += 1;
    this.#mark = this.#meter.mark();
    this.screen.heading(`${this.steps}. ${title}`);
    this.screen.say(...why);
  }

  /** Prints a command and throws `Unexpected` unless it is taken. */
  async command(text: string, answer: Promise<Answer>, reply?: string): Promise<void> {
    this.screen.command(text);
    const taken = await answer;
    if (!taken.ok) throw new Unexpected(`expected that this is taken, but it was refused: ${text}\n${taken.message}`);
    this.screen.say(...taken.warnings.map((warning) => `Warning: ${warning}`));
    if (reply !== undefined) this.screen.say(reply);
  }

  /** Prints a command and its refusal; throws `Unexpected` unless it is refused with these words. */
  async refused(text: string, answer: Promise<Answer>, words: string): Promise<void> {
    this.screen.command(text);
    const refusal = await answer;
    if (refusal.ok) throw new Unexpected(`expected a refusal with "${words}", but it was taken: ${text}`);
    this.screen.say(...refusal.message.split("\n"));
    expectThat(`a message with "${words}"`, refusal.message.includes(words), refusal.message);
  }

  /** Waits until the actual state in the resource's status is this one, and Weir has nothing more to do about it. */
  async reach(name: string, state: string, limitMs = 60_000): Promise<void> {
    const what = `${name} is ${state} and healthy, in its status`;
    const now = () => this.stateOf(name);
    await this.until(what, limitMs, async () => (await now()) === `${state}, Healthy True`, now);
    await this.quiet();
    await this.show(name);
  }

  /** State and health of a resource in one text. */
  async stateOf(name: string): Promise<string> {
    const object = await this.world.resource(name);
    if (object === undefined) return "gone";
    const healthy = conditionOf(conditionsOf(object), "Healthy");
    return `${at(object.status, "actualState") ?? "no state"}, Healthy ${healthy?.status ?? "not judged"}`;
  }

  /** The resource as kubectl shows it, and the conditions that are worth reading. */
  async show(name: string): Promise<void> {
    const object = await this.world.resource(name);
    const [kind] = kinds;
    if (object === undefined || kind === undefined) return;
    this.screen.command("kubectl get vvpdeployments -o wide");
    this.screen.say(...toTable(kind.columns, [object], { wide: true, now: Date.now() }));
  }

  /** Throws `Unexpected` unless a condition has this status and reason; prints it with its message. */
  async condition(name: string, type: string, status: string, reason: string): Promise<void> {
    const object = await this.world.resource(name);
    const found = object && conditionOf(conditionsOf(object), type);
    const good = found?.status === status && found.reason === reason;
    expectThat(`condition ${type} ${status} (${reason})`, good, found ?? "no such condition");
    this.screen.check(`${type} ${status}, ${reason}: ${found?.message}`);
  }

  /** Prints what was done in this step; throws `Unexpected` where it is not as expected. */
  tally(expected: Expected): Tally {
    const tally = this.#meter.since(this.#mark);
    const wrong = Object.entries(expected).filter(([key, value]) => tally[key as keyof Tally] !== value);
    this.screen.say(tallyText(tally), `processes: ${processText(this.world)}`);
    const found = Object.fromEntries(wrong.map(([key]) => [key, tally[key as keyof Tally]]));
    expectThat(`counts ${JSON.stringify(Object.fromEntries(wrong))}`, wrong.length === 0, found);
    return tally;
  }

  /** Throws `Unexpected` when it does not hold in time. */
  async until(what: string, limitMs: number, holds: Waiting["holds"], now: Waiting["now"]): Promise<void> {
    await until({ what, limitMs, holds, now, screen: this.screen });
  }

  /** Waits until no event is on its way and no call has been made for a while. */
  async quiet(forMs = 250): Promise<void> {
    const { changes, platform, appManager } = this.world;
    const activity = () => [changes.deliveries.length, platform.calls.length, appManager.calls.length];
    let before = activity();
    let since = performance.now();
    const isQuiet = () => {
      const after = activity();
      if (!isDeepStrictEqual(before, after) || changes.isBusy()) since = performance.now();
      before = after;
      return performance.now() - since >= forMs;
    };
    const screen = { wait: () => () => undefined };
    await until({ what: "nothing is on its way", limitMs: 60_000, holds: isQuiet, now: () => String(before), screen });
  }

  /** The process that a function started last; throws `Unexpected` when it never had one. */
  pidOf(name: FunctionName): number {
    const started = this.world.functions[name].history().findLast(({ event }) => event === "starting");
    if (started?.pid === undefined) throw new Unexpected(`expected a process of ${name}, found none`);
    return started.pid;
  }

  /** Waits until no function has a process, and looks whether those that were there are really gone. */
  async zero(): Promise<void> {
    const { functions } = this.world;
    const pids = functionNames.flatMap((name) => functions[name].pods().map(({ pid }) => pid));
    const none = () => functionNames.every((name) => functions[name].pods().length === 0);
    await this.until("every function is at zero", windowMs + 10_000, none, () => processText(this.world));
    const left = pids.filter(isAlive);
    expectThat("no process left", left.length === 0, left);
    this.screen.check(`processes: ${processText(this.world)}${pids.length > 0 ? ` (gone: ${pids.join(", ")})` : ""}`);
  }
}
