import type { OperatorRecord } from "../core/record.ts";
import { cancelIntent, intentOf, stopIntent } from "./intents.ts";

/** What a doubt is judged by. */
export interface Doubting {
  readonly record: OperatorRecord | undefined;
  readonly settings: { readonly quarantineMs: number };
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
}

/**
 * Milliseconds in which what was sent, and of which nobody knows whether it was taken, may still come into being; 0 where
 * nothing is in doubt. Until then nothing is taken away that it would bring back.
 */
export function doubtLeft({ record, settings, now }: Doubting): number {
  return record?.late === undefined ? 0 : Math.max(0, record.late.at + settings.quarantineMs - now);
}

/** Milliseconds in which an end that was asked for may still reach a JobManager that runs the same job again; 0 where none may. */
export function endingLeft({ record, settings, now }: Doubting): number {
  const sent = [stopIntent, cancelIntent].flatMap((key) => intentOf(record, key)?.at ?? []);
  return Math.max(0, ...sent.map((at) => at + settings.quarantineMs - now));
}
