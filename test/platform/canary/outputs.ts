import { functionNames } from "../../../cli/demo/functions.ts";
import type { World } from "../../../cli/demo/world.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { Outputs } from "./search.ts";

/** Everything that came out of a world until now, the Secrets aside. */
export async function outputsOf(world: World, more: Outputs = {}): Promise<Outputs> {
  const objects = (await world.platform.all()).filter((object) => !isSecret(object));
  const { deliveries } = world.changes;
  return {
    ...textByName("log of", world.logs.all, ({ from, text }) => [from, text]),
    ...textByName("object", objects, (object) => [nameOf(object), JSON.stringify(object)]),
    "events to the functions": JSON.stringify(deliveries),
    "requests to AppManager, the Authorization header aside": JSON.stringify(world.appManager.calls),
    ...(await metricsOf(world)),
    ...more,
  };
}

/** The places where the secrets of a world have to be. */
export async function holdersOf(world: World, more: Outputs = {}): Promise<Outputs> {
  const secrets = (await world.platform.all()).filter(isSecret);
  return { ...textByName("object", secrets, (object) => [nameOf(object), JSON.stringify(object)]), ...more };
}

const isSecret = ({ kind }: KubeObject) => kind === "Secret";
const nameOf = ({ kind, metadata }: KubeObject) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;

function textByName<Item>(
  prefix: string,
  items: readonly Item[],
  read: (item: Item) => readonly [name: string, text: string],
): Outputs {
  const texts = new Map<string, string[]>();
  for (const item of items) {
    const [name, text] = read(item);
    const all = texts.get(`${prefix} ${name}`) ?? [];
    texts.set(`${prefix} ${name}`, all);
    all.push(text);
  }
  return Object.fromEntries([...texts].map(([name, all]) => [name, all.join("\n")]));
}

/** Of the processes that are there; none is woken for it. */
async function metricsOf({ functions }: World): Promise<Outputs> {
  const pods = functionNames.flatMap((name) => functions[name].pods().map(({ port }) => ({ name, port })));
  const texts = await Promise.all(
    pods.map(async ({ name, port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
      return [`metrics of ${name}`, (await answer?.text()) ?? ""] as const;
    }),
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
