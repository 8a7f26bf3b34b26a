import type { SeenCall } from "../../simulators/shell/seen-call.ts";

/** A call in one line: time (UTC), status or `---` without a reply, method, path; then notes, the fault that hit it, why it was refused. */
export function toLine({ at, method, path, status, fault, message }: SeenCall, ...notes: readonly string[]): string {
  const all = [
    ...notes,
    ...(fault === undefined ? [] : [`fault ${fault}`]),
    ...(message === undefined ? [] : [message]),
  ];
  const time = new Date(at).toISOString().slice(11, 23);
  const line = `${time} ${status === 0 ? "---" : status} ${method.padEnd(6)} ${path}`;
  return (all.length === 0 ? line : `${line}  (${all.join("; ")})`).replace(/\p{Cc}/gu, " ");
}
