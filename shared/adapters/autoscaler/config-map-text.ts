import { gunzipSync, gzipSync } from "node:zlib";
import { readState, writeState } from "../../autoscaler/state/codec.ts";
import type { AutoscalerState } from "../../autoscaler/state/state.ts";

/** Characters that a state may take in a ConfigMap, of the mebibyte that Kubernetes takes for all of the object. */
export const longestText = 900_000;

/** Bytes that a text may unpack to; a few of it can stand for gigabytes. */
const mostUnpacked = 32 * 1_024 * 1_024;

/** A state as text: JSON, gzip, base64. */
function pack(state: AutoscalerState): string {
  return gzipSync(writeState(state)).toString("base64");
}

/**
 * A state as a text that is no longer than `longest`: as it is, or else with every other sample, again and again, then
 * without past rescales and without what waits. What was decided and what was told stays. Undefined where not even that fits.
 */
export function toText(state: AutoscalerState, longest = longestText): string | undefined {
  for (const one of smaller(state)) {
    const text = pack(one);
    if (text.length <= longest) return text;
  }
  return undefined;
}

function* smaller(state: AutoscalerState): Generator<AutoscalerState> {
  yield state;
  let { samples } = state;
  while (samples.length > 2) {
    // The first says how long the window is, the last what is now.
    samples = samples.filter((_, index) => index === samples.length - 1 || index % 2 === 0);
    yield { ...state, samples };
  }
  yield { ...state, samples: [], history: {}, delayed: {} };
}

/** The state that a text holds; undefined for any other text. */
export function fromText(text: string): AutoscalerState | undefined {
  try {
    return readState(gunzipSync(Buffer.from(text, "base64"), { maxOutputLength: mostUnpacked }).toString("utf8"));
  } catch {
    return undefined;
  }
}
