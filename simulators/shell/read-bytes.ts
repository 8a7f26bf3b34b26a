import type { IncomingMessage } from "node:http";

/** How much of a body is kept, and how much is taken before its connection is cut; bytes. */
export interface BodyBounds {
  readonly kept: number;
  readonly taken: number;
}

/** A body as far as it was kept: its beginning, the end of what came after that, and its whole length in bytes. */
export interface BodyBytes {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
}

/** Bytes of the end that are kept of a body that is not kept whole. */
const tailBytes = 1_024;

/**
 * Reads a body to its end, so that whoever sends too much gets to see an answer; throws where it is cut short, and above
 * `taken`.
 */
export async function readBytes(request: IncomingMessage, { kept, taken }: BodyBounds): Promise<BodyBytes> {
  const chunks: Buffer[] = [];
  let [size, held] = [0, 0];
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > taken) request.destroy(new Error("the body is too long"));
    const part = chunk.subarray(0, kept - held);
    held += part.length;
    if (part.length > 0) chunks.push(part);
    tail = Buffer.concat([tail, chunk.subarray(part.length)]).subarray(-tailBytes);
  }
  return { head: Buffer.concat(chunks), tail, size };
}
