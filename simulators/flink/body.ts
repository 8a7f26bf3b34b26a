import type { IncomingMessage } from "node:http";
import type { JsonValue } from "../../shared/core/json.ts";
import { readBytes } from "../shell/read-bytes.ts";
import { error, type RestAnswer, type RestRequest } from "./exchange.ts";
import { fileOfForm } from "./form.ts";

/** Longest JSON body in bytes, as a cluster's `rest.server.max-content-length` may say; longer ones are a 413. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Bytes of a body above which its connection is cut: those of a jar, and of anything else. */
const taken = { form: 1024 * 1024 * 1024, other: 64 * 1024 * 1024 };

/** Bytes of a jar that are looked at. */
const keptOfForm = 64 * 1024;

/** What a request carries besides method and path, or the answer that its fault calls for. */
export type Body = Pick<RestRequest, "body" | "file" | "unreadable"> | { readonly refusal: RestAnswer };

/** Reads a body: JSON whatever its type says, as Flink does, or a form of one file, of which only the beginning is kept. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  if (/^multipart\/form-data\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    const { head, tail } = await readBytes(request, { kept: keptOfForm, taken: taken.form });
    const file = fileOfForm(Buffer.concat([head, tail]).toString());
    return file === undefined ? {} : { file };
  }
  const { head, size } = await readBytes(request, { kept: MAX_BODY_BYTES, taken: taken.other });
  if (size > MAX_BODY_BYTES) return { refusal: tooLong };
  return size === 0 ? {} : parsed(head.toString());
}

const tooLong = error(
  413,
  `content length exceeded ${MAX_BODY_BYTES} bytes. Try to raise [rest.server.max-content-length]`,
);

function parsed(text: string): Body {
  try {
    return { body: JSON.parse(text) as JsonValue };
  } catch (fault) {
    return { unreadable: fault instanceof Error ? fault.message : String(fault) };
  }
}
