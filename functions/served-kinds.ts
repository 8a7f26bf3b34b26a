import { kinds, type RegisteredKind } from "../shared/kinds/index.ts";
import type { Config } from "../shared/runtime/config.ts";
import { exit } from "../shared/runtime/start.ts";
import type { FunctionName } from "../shared/runtime/variable.ts";

/** The kinds that `WEIR_KINDS` names, or all; a name that nobody knows ends the process with exit code 2. */
export function servedKinds(name: FunctionName, config: Config): readonly RegisteredKind[] {
  const known = new Set(kinds.map((kind) => kind.names.kind));
  const strangers = config.WEIR_KINDS.filter((one) => !known.has(one));
  if (strangers.length > 0)
    exit(name, `WEIR_KINDS names ${strangers.join(", ")}; this version knows ${[...known].join(", ")}`);
  return config.WEIR_KINDS.length === 0 ? kinds : kinds.filter((kind) => config.WEIR_KINDS.includes(kind.names.kind));
}
