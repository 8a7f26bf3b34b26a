import type { JsonObject } from "../core/json.ts";
import type { Key } from "../core/object.ts";
import type { Engine, EngineKind } from "./engine.ts";
import { statusPatch } from "./write.ts";

/** What a pass would do now, and why; nothing is written. */
export interface Explanation {
  readonly found: boolean;
  /** False for a resource of another instance or namespace. */
  readonly inScope: boolean;
  readonly rule?: string;
  readonly why?: string;
  /** What ends a wait. */
  readonly until?: string;
  /** The effects that would be sent, as values. */
  readonly actions?: readonly JsonObject[];
  /** The rules that were asked, in their order, up to the one that decided. */
  readonly asked?: readonly { readonly name: string; readonly why: string }[];
  /** Whether the object would be let go afterwards. */
  readonly release?: boolean;
  /** The status as it would stand if no effect were needed, and what of it differs from now. */
  readonly status?: JsonObject;
  readonly statusChange?: JsonObject;
}

/**
 * The plan and the conditions of a resource as they are at this moment.
 *
 * Guarantees: reads only; the same `look` as a pass, so that it cannot say anything else than what a pass would do.
 */
export async function explain(engine: Engine, kind: EngineKind, key: Key, signal: AbortSignal): Promise<Explanation> {
  const read = await engine.ports.cluster.get(kind.names, key, signal);
  if (read === undefined) return { found: false, inScope: false };
  if (!kind.inScope(read.object, engine.settings)) return { found: true, inScope: false };
  const { ports, settings } = engine;
  const { rule, plan, conclude } = await kind.look({ ...read, ports, settings, signal });
  const { status } = conclude([]);
  const asked = kind.chain.slice(0, kind.chain.findIndex((one) => one.name === rule) + 1);
  const change = statusPatch(read.object, status);
  return {
    found: true,
    inScope: true,
    rule,
    why: plan.why,
    ...(plan.until === undefined ? {} : { until: plan.until }),
    actions: plan.actions as unknown as JsonObject[],
    asked: asked.map(({ name, why }) => ({ name, why })),
    release: plan.release === true,
    status,
    ...(change === undefined ? {} : { statusChange: change }),
  };
}
