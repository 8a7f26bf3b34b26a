import { randomUUID } from "node:crypto";
import type { JarUpload } from "../../ports/flink-rest.ts";

/** A form of one file, as it goes over the wire. */
export interface Multipart {
  /** Value of `Content-Type`. */
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The form that Flink takes a jar in; nothing of the file is kept. What the file throws, the form throws. */
export function toMultipart({ fileName, content }: JarUpload): Multipart {
  const boundary = `weir-${randomUUID()}`;
  const disposition = `form-data; name="jarfile"; filename="${fileName}"`;
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: application/java-archive\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: framed(Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)),
  };
}

async function* framed(head: Uint8Array, content: AsyncIterable<Uint8Array>, tail: Uint8Array) {
  yield head;
  yield* content;
  yield tail;
}
