import type { Kubectl } from "../../../cli/demo/kubectl.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { type Deed, deeds } from "../../world/history.ts";
import type { World } from "../../world/world.ts";
import { remembered } from "./reference.ts";

/** A user of one resource of a real API server. */
export interface User {
  readonly name: string;
  readonly kubectl: Kubectl;
  readonly read: (name: string) => Promise<KubeObject | undefined>;
}

type Command = (kubectl: Kubectl) => ReturnType<Kubectl["patch"]>;

/** Does with kubectl what the deed does to a world in memory; false where it does nothing. Throws when it is refused. */
export async function carryOutDeed({ name, kubectl, read }: User, deed: Deed): Promise<boolean> {
  const found = await read(name);
  const commands: Command[] = [];
  const cluster = {
    find: () => found,
    create: (object: KubeObject) => void commands.push((by) => by.create(renamed(object, name))),
    edit: (_: string, patch: object) => void commands.push((by) => by.patch(name, patch)),
    remove: () => {
      if (found !== undefined) commands.push((by) => by.delete(name));
    },
  };
  deeds[deed]({ cluster } as unknown as World);
  for (const command of commands) {
    const answer = await command(kubectl);
    // It may have gone between the look and the command.
    if (!answer.ok && !/not ?found/i.test(answer.message)) throw new Error(`${deed} was refused: ${answer.message}`);
  }
  return commands.length > 0;
}

/** The same object, on the platform as well, under the name of the resource. */
function renamed(object: KubeObject, name: string): KubeObject {
  return JSON.parse(JSON.stringify(object).replaceAll(`"${remembered}"`, JSON.stringify(name))) as KubeObject;
}
