/**
 * A request's body as text, or that it was longer than allowed, or not there in time; what is too long is read to its end
 * and thrown away.
 */
export type ReadBody = { readonly text: string } | { readonly tooLarge: true } | { readonly late: true };

/** Milliseconds that a body may take: a request holds one of few slots, and an event is answered within about as long. */
export const longestBodyMs = 5_000;

/** Bytes after which a stream is given up. */
const mostBytes = 33_554_432;

/**
 * Reads at most `maxBytes` of a request's body, for `withinMs` milliseconds at most; null is an empty one.
 *
 * Caveats: reading on is what lets the sender see our answer instead of a reset; after 32 MiB the stream is given up. A
 * stream that is late is left as it is, so that it can still be answered; whoever answers closes it.
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  withinMs = longestBodyMs,
): Promise<ReadBody> {
  if (body === null) return { text: "" };
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(resolve, withinMs, "late");
  try {
    return await collect(body[Symbol.asyncIterator](), maxBytes, late);
  } finally {
    clearTimeout(timer);
  }
}

async function collect(pieces: AsyncIterator<Uint8Array>, maxBytes: number, late: Promise<"late">): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await Promise.race([pieces.next(), late]);
    if (next === "late") return { late: true };
    if (next.done === true) break;
    size += next.value.byteLength;
    if (size <= maxBytes) chunks.push(next.value);
    else chunks.length = 0;
    if (size <= mostBytes) continue;
    await pieces.return?.();
    break;
  }
  return size > maxBytes ? { tooLarge: true } : { text: Buffer.concat(chunks).toString("utf8") };
}
