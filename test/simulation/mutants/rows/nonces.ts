import type { Mutant } from "../mutant.ts";

const kind = "shared/kinds/vvp-deployment";

/** Defects in how nonces are compared and consumed. */
export const nonces: readonly Mutant[] = [
  {
    name: "nonce-greater",
    why: "Compared with >: a nonce that goes back asks for nothing.",
    file: `${kind}/nonce.ts`,
    find: "if (value === memory?.observed ||",
    replace: "if (value <= (memory?.observed ?? -1) ||",
    killedBy: ["L2"],
  },
  {
    name: "nonce-zero-unset",
    why: "Nonce 0 is taken for none.",
    file: `${kind}/nonce.ts`,
    find: 'typeof value === "number" && Number.isSafeInteger(value) ? value : undefined',
    replace: 'typeof value === "number" && Number.isSafeInteger(value) && value !== 0 ? value : undefined',
    killedBy: ["L2"],
  },
  {
    name: "nonce-not-remembered",
    why: "A request that was carried out leaves no trace: its nonce asks again.",
    file: `${kind}/nonce-memory.ts`,
    find: "{ observed: value, processed: value, burnt: [] }",
    replace: "{ burnt: [] }",
    killedBy: ["L1", "L2", "L4", "S2"],
  },
  {
    name: "restart-not-looked-for",
    why: "A restart that is on record counts as carried out at the next look, whether or not it was sent.",
    file: `${kind}/restart.ts`,
    find: "if (markIn({ spec }) === intent.content) return",
    replace: "if (intent.attempt === phases.due) return",
    killedBy: ["S4"],
  },
];
