import type { IncomingMessage } from "node:http";
import { isOperatorError, OperatorError } from "../../../core/error.ts";
import type { ArtifactLimits } from "./request.ts";
import { refused } from "./source.ts";

/** With what a jar begins, which is a ZIP file. */
const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** An answer whose body is to be read, and what it is called in messages. */
export interface Incoming {
  readonly name: string;
  readonly response: IncomingMessage;
  /** Bytes that the answer promises; undefined where it comes in chunks. */
  readonly length: number | undefined;
}

/**
 * The bytes of a jar while they come.
 *
 * Guarantees: ends only after the last one; holds one piece of them at a time; closes the connection however it ends.
 */
export async function* readContent(incoming: Incoming, limits: ArtifactLimits): AsyncGenerator<Uint8Array> {
  const { name, response, length } = incoming;
  let received = 0;
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of pieces(incoming, limits)) {
      received += chunk.length;
      if (received > limits.largest) throw tooLarge(name, limits);
      if (received - chunk.length >= zip.length) {
        yield chunk;
        continue;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < zip.length) continue;
      if (!head.subarray(0, zip.length).equals(zip)) throw refused(name, "it is no jar");
      yield head;
    }
  } finally {
    response.destroy();
  }
  if (received < zip.length) throw refused(name, "it is no jar");
  if (length !== undefined && received !== length) throw cutShort(name, `${received} of ${length} bytes came`);
}

/** Waits for each piece so long and no longer; the time in which nobody asks for one does not count. */
async function* pieces({ name, response }: Incoming, { silenceMs }: ArtifactLimits): AsyncGenerator<Buffer> {
  const iterator: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => response.destroy(new Error(`no byte in ${silenceMs} ms`)), silenceMs);
    const piece = await iterator
      .next()
      .catch((error: Error & { code?: string }) => {
        throw isOperatorError(error) ? error : cutShort(name, error.code ?? error.message);
      })
      .finally(() => clearTimeout(timer));
    if (piece.done === true) return;
    yield piece.value;
  }
}

/** An artifact that is larger than anyone may fetch. */
export function tooLarge(name: string, { largest }: ArtifactLimits): OperatorError {
  return refused(name, `it is larger than ${largest} bytes`);
}

function cutShort(name: string, why: string): OperatorError {
  return new OperatorError("Malformed", `${name} was cut short: ${why}`);
}
