import { OPERATOR_HEADER } from "../../simulators/app-manager/lock.ts";
import type { Call } from "../../simulators/app-manager/platform.ts";

/** A call in one line: time (UTC), status or `---` without a reply, method, path; then who sent it, the fault that hit it, why it was refused. */
export function toLine({ at, method, path, status, headers, fault, message }: Call): string {
  const operator = headers[OPERATOR_HEADER];
  const notes = [
    ...(operator === undefined ? [] : [`by ${operator}`]),
    ...(fault === undefined ? [] : [`fault ${fault}`]),
    ...(message === undefined ? [] : [message]),
  ];
  const time = new Date(at).toISOString().slice(11, 23);
  const line = `${time} ${status === 0 ? "---" : status} ${method.padEnd(6)} ${path}`;
  return (notes.length === 0 ? line : `${line}  (${notes.join("; ")})`).replace(/\p{Cc}/gu, " ");
}
