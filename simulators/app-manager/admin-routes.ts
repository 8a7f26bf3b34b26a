import { makeCommander, type Order } from "../shell/commands.ts";
import type { Admin } from "./admin.ts";
import { COMMANDS } from "./admin-commands.ts";
import type { Platform } from "./platform.ts";
import { type Reply, refuse } from "./reply.ts";

const reasons = { 400: "BAD_REQUEST", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED" } as const;

const command = makeCommander(COMMANDS, (status, message, allow): Reply => {
  const reply = refuse(status, reasons[status], message);
  return allow === undefined ? reply : { ...reply, headers: { allow } };
});

/** True for paths of the simulator itself; they need no token, take no fault and are not recorded. */
export function isAdminPath(path: string): boolean {
  return /^\/(config|admin)([/?]|$)/.test(path);
}

/** Answers a request to `/config` or `/admin/…`. */
export function answerAdmin(admin: Admin, platform: Platform, order: Order): Reply {
  return command({ admin, platform }, order);
}
