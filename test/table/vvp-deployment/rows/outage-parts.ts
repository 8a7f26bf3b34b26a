import { status } from "../../../world/expected.ts";

/** How a message about an answer begins. */
export const asking = "AppManager answered";

/** What every pass over a linked resource asks for. */
export const one = "get deployment default/deployment-1";

/** The Secret that the example names. */
export const secret = "my-deploy-namespace/my-vvp-apikey";

/** A linked, settled resource whose platform gives no usable answer: only Consistent says so. */
export function blind(reason: string, message: string, since: number) {
  return status({ conditions: { Consistent: `Unknown/${reason} ${since} ${message}` }, healthySince: since });
}
