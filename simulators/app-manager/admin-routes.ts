import type { JsonValue } from "../../shared/core/json.ts";
import type { Admin } from "./admin.ts";
import { COMMANDS } from "./admin-commands.ts";
import { findPath, makePathTree, readSegments } from "./path-tree.ts";
import type { Platform } from "./platform.ts";
import { type Reply, refuse } from "./reply.ts";

const TREE = makePathTree(
  COMMANDS.map((command) => {
    const [method = "", path = ""] = command.call.split(" ");
    return { path, item: { command, method } };
  }),
);

/** True for paths of the simulator itself; they need no token, take no fault and are not recorded. */
export function isAdminPath(path: string): boolean {
  return /^\/(config|admin)([/?]|$)/.test(path);
}

/** Answers a request to `/config` or `/admin/…`. */
export function answerAdmin(
  admin: Admin,
  platform: Platform,
  request: { readonly method: string; readonly path: string; readonly body: JsonValue | undefined },
): Reply {
  const path = request.path.split("?", 1)[0] ?? "";
  const segments = readSegments(path);
  if (segments === undefined) return refuse(400, "BAD_REQUEST", "The path is not valid.");
  const here = findPath(TREE, segments);
  if (here === undefined) return refuse(404, "NOT_FOUND", `There is no ${path} here. GET /admin lists what there is.`);
  const found = here.items.find(({ method }) => method === request.method);
  if (found === undefined) {
    const allow = here.items.map(({ method }) => method).join(", ");
    return { ...refuse(405, "METHOD_NOT_ALLOWED", `Only ${allow} are allowed here.`), headers: { allow } };
  }
  return found.command.run({ admin, platform, body: request.body }, ...here.values);
}
