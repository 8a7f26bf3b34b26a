import { inspect } from "node:util";
import { type Fault, toFault } from "../shared/core/error.ts";

/** The failure of a call that has to fail. */
export async function faultOf(call: Promise<unknown>): Promise<Fault> {
  return toFault(await rejectionOf(call));
}

/** What a call rejects with that has to fail. */
export function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`it succeeded: ${inspect(value)}`);
    },
    (error: unknown) => error,
  );
}
