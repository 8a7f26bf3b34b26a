import type { Nonces } from "../../core/nonces.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { normalisedBy } from "./drift.ts";
import { wantedNonce } from "./nonce.ts";
import { nonceNames } from "./nonce-memory.ts";
import type { View } from "./view.ts";

/** What a baseline is taken from. */
type Sight = Pick<View, "object" | "content" | "backend">;

/**
 * The record of a deployment that this version sees for the first time, with what is there now as its beginning: one that
 * an earlier version kept, which knew of no nonces, or one that a creation whose answer was lost has led to.
 *
 * Guarantees: a nonce that stood in the spec of a linked resource before the upgrade asks for nothing, one that came with
 * a creation still does (R38); values that the platform writes in its own way are no drift.
 * Caveats: what somebody had changed on the platform before this first sight is taken for such values, too.
 */
export function withBaseline(
  record: OperatorRecord | undefined,
  read: OperatorRecord | undefined,
  { object, content, backend }: Sight,
): OperatorRecord | undefined {
  if (record?.id === undefined || backend.found !== "own") return record;
  const created = read?.id === undefined;
  if (!created && read.nonces !== undefined) return record;
  const nonces = record.nonces ?? (created ? { accepted: 0 } : presentNonces(object));
  const known =
    record.normalised ?? (record.applied === content ? normalisedBy({ object }, backend.deployment) : undefined);
  return { ...record, nonces, ...(known && { normalised: known }) };
}

/** The values of the spec as if they had been decided on before. */
function presentNonces(object: View["object"]): Nonces {
  const decided = nonceNames.flatMap((name) => {
    const value = wantedNonce({ object }, name);
    return value === undefined ? [] : [[name, { observed: value, burnt: [] }] as const];
  });
  return { accepted: 0, ...Object.fromEntries(decided) };
}
