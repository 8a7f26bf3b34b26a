import { kinds } from "../shared/kinds/index.ts";
import type { Config } from "../shared/runtime/config.ts";

/**
 * What is wrong with `WEIR_INFORMATIONAL_CONDITIONS`, if anything: a name that is no condition of any kind. The aggregate
 * is none of them, since it is what the others count for.
 */
export function wrongInformational(config: Pick<Config, "WEIR_INFORMATIONAL_CONDITIONS">): string | undefined {
  const known = new Set(kinds.flatMap(({ conditions }) => conditions.map(({ type }) => type)));
  const strangers = config.WEIR_INFORMATIONAL_CONDITIONS.filter((one) => !known.has(one));
  if (strangers.length === 0) return undefined;
  return `WEIR_INFORMATIONAL_CONDITIONS names ${strangers.join(", ")}; this version knows ${[...known].join(", ")}`;
}
