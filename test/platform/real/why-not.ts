import { whyNoGo } from "./build/build-all.ts";
import { isBuilt } from "./build/build-part.ts";
import { type Level, partsOf } from "./build/parts.ts";

/** Why a level can't run here, with what to do about it; undefined when all its parts are there. */
export async function whyNot(level: Level): Promise<string | undefined> {
  const missing = partsOf(level).filter((part) => !isBuilt(part));
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name }) => name).join(", ");
  return (await whyNoGo(missing)) ?? `Not built: ${names}; run npm run real:build -- --level=${level}`;
}
