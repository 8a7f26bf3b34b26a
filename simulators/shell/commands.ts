import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import { findPath, makePathTree, readSegments } from "./path-tree.ts";

/** One request to a simulator itself: method and path, the fields of its body (`?` optional), and what it does. */
export type Command<To, Reply> = {
  readonly call: string;
  readonly takes?: string;
  readonly does: string;
  readonly run: (to: To & { readonly body: JsonValue | undefined }, ...keys: string[]) => Reply;
};

/** A request as commands are found by it. */
export type Order = { readonly method: string; readonly path: string; readonly body: JsonValue | undefined };

/** How a simulator refuses what is no command of it; `allow` names the methods that there are. */
export type Refuse<Reply> = (status: 400 | 404 | 405, message: string, allow?: string) => Reply;

/** What answers the requests to a simulator itself. */
export function makeCommander<To, Reply>(
  commands: readonly Command<To, Reply>[],
  refuse: Refuse<Reply>,
): (to: To, order: Order) => Reply {
  const tree = makePathTree(
    commands.map((command) => {
      const [method = "", path = ""] = command.call.split(" ");
      return { path, item: { command, method } };
    }),
  );
  return (to, { method, path: target, body }) => {
    const path = target.split("?", 1)[0] ?? "";
    const segments = readSegments(path);
    if (segments === undefined) return refuse(400, "The path is not valid.");
    const here = findPath(tree, segments);
    if (here === undefined) return refuse(404, `There is no ${path} here. GET /admin lists what there is.`);
    const found = here.items.find((one) => one.method === method);
    if (found !== undefined) return found.command.run({ ...to, body }, ...here.values);
    const allow = here.items.map((one) => one.method).join(", ");
    return refuse(405, `Only ${allow} are allowed here.`, allow);
  };
}

/** A command as `GET /admin` lists it. */
export function describeCommand<To, Reply>({ call, takes, does }: Command<To, Reply>): JsonObject {
  return takes === undefined ? { call, does } : { call, takes, does };
}
