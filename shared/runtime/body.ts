/** A request's body as text, or that it was longer than allowed; what is too long is read to its end and thrown away. */
export type ReadBody = { readonly text: string } | { readonly tooLarge: true };

/**
 * Reads at most `maxBytes` of a request's body; null is an empty one.
 *
 * Caveats: reading on is what lets the sender see our answer instead of a reset; after 32 MiB the stream is given up.
 */
export async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<ReadBody> {
  if (body === null) return { text: "" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (size > 33_554_432) break;
  }
  return size > maxBytes ? { tooLarge: true } : { text: Buffer.concat(chunks).toString("utf8") };
}
