import type { Hostile } from "../hostile.ts";

/**
 * A text that somebody sends as JSON.
 *
 * `accept` and `reject` are what RFC 8259 says of it; `either` is a text that is not UTF-8, about which a receiver may say
 * what it likes. `excess` marks sound JSON beyond what an event may hold: nested deeper than 64, or with a key that
 * reaches a prototype.
 */
export interface JsonText extends Hostile {
  readonly bytes: Uint8Array;
  readonly says: "accept" | "reject" | "either";
  readonly excess: boolean;
}

/** Texts with one verdict; their ids are the group and their place in it. */
export function texts(group: string, says: JsonText["says"], list: readonly (string | Uint8Array)[]): JsonText[] {
  return list.map((text, index) => toText(`json/${group}/${index + 1}`, says, text));
}

/** Sound JSON that no event may hold. */
export function excessive(group: string, list: readonly string[]): JsonText[] {
  return list.map((text, index) => ({ ...toText(`json/${group}/${index + 1}`, "accept", text), excess: true }));
}

function toText(id: string, says: JsonText["says"], text: string | Uint8Array): JsonText {
  return { id, says, bytes: typeof text === "string" ? new TextEncoder().encode(text) : text, excess: false };
}
