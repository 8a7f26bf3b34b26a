import type { Transport, WireAnswer } from "../../../../shared/adapters/http.ts";
import { isObject } from "../../../../shared/core/json.ts";
import { endOf, tickToRest } from "../../../world/history.ts";
import type { World } from "../../../world/world.ts";
import { outputFindings } from "../outputs.ts";
import { resource } from "../worlds.ts";
import type { Scenario } from "./scenarios.ts";

/** What becomes of the calls that a scenario is about. */
export interface Spoiling {
  /** Undefined: the honest answer, whatever it is. */
  readonly answer: WireAnswer | undefined;
  /** Whether the platform hears of the request all the same. */
  readonly applied: boolean;
  /** Only the first such call, or all of them in a pass and two ticks. */
  readonly lasting: boolean;
}

/** How a scenario went. */
export interface Played {
  /** Creations, savepoints and deletions that the platform carried out, from first to last. */
  readonly effects: string;
  /** Those that it was asked for while answers were spoilt. */
  readonly asked: string;
  /** How the world came to rest. */
  readonly end: string;
  /** What is wrong with status, log and pass while answers were spoilt. */
  readonly wrong: readonly string[];
  /** The text of the first honest answer to the call. */
  readonly honest: string;
  readonly hits: number;
}

/** Plays a scenario with spoilt answers, and then with honest ones and a new process until it is at rest. */
export async function play(scenario: Scenario, spoiling: Spoiling): Promise<Played> {
  const world = await scenario.world();
  const seen = { hits: 0, honest: "" };
  world.way.through = (usual) => spoil(usual, scenario, spoiling, seen);
  world.boot();
  world.trace.length = 0;
  world.lines.length = 0;
  await world.pass(resource.name);
  for (let round = 0; spoiling.lasting && round < 2; round += 1) {
    world.clock.skip(120_000);
    await world.sweep();
  }
  const wrong = outputFindings(world, world.cluster.find(resource.name)?.status);
  const asked = effectsIn(world, () => true);
  world.way.through = (usual) => usual;
  world.boot();
  await tickToRest(world);
  const effects = effectsIn(world, (status) => status >= 200 && status < 300);
  return { effects, asked, end: JSON.stringify(endOf(world), sorted), wrong, ...seen };
}

function spoil(
  usual: Transport,
  { method, path }: Scenario,
  { answer, applied, lasting }: Spoiling,
  seen: { hits: number; honest: string },
): Transport {
  return {
    ...usual,
    send: async (request, signal) => {
      const concerned = request.method === method && path.test(request.url.split("?", 1)[0] ?? "");
      if (!concerned || (seen.hits > 0 && !lasting)) return usual.send(request, signal);
      seen.hits += 1;
      if (!applied && answer !== undefined) return answer;
      const honest = await usual.send(request, signal);
      if ("text" in honest && seen.hits === 1) seen.honest = honest.text;
      return answer ?? honest;
    },
  };
}

/** As `POST deployments`, in their order; what changes a deployment into what it is to be may be sent at any time. */
function effectsIn({ trace }: World, counts: (status: number) => boolean): string {
  const calls = trace.flatMap((call) => (call.to === "platform" && counts(call.status) ? [call] : []));
  return calls
    .filter(({ method, path }) => (method === "POST" && !path.endsWith("/events")) || method === "DELETE")
    .map(({ method, path }) => `${method} ${path.split("/")[5]}`)
    .join(", ");
}

/** For `JSON.stringify`: the order of keys says nothing. */
function sorted(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
