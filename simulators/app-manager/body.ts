import type { IncomingMessage } from "node:http";
import type { JsonValue } from "../../shared/core/json.ts";
import { readBytes } from "../shell/read-bytes.ts";
import { type Reply, refuse } from "./reply.ts";

/** Longest request body in bytes; longer ones are answered with 413. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

const DRAINED_BYTES = 64 * 1024 * 1024;

/** A body that was read, or the reply that its fault calls for. */
export type Body = { readonly json: JsonValue | undefined } | { readonly refusal: Reply };

/** Reads and parses a request body; an empty one is undefined. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const { head, size } = await readBytes(request, { kept: MAX_BODY_BYTES, taken: DRAINED_BYTES });
  if (size > MAX_BODY_BYTES) return { refusal: refuse(413, "PAYLOAD_TOO_LARGE", `At most ${MAX_BODY_BYTES} bytes.`) };
  if (size === 0) return { json: undefined };
  return parseBody(request.headers["content-type"], head.toString("utf8"));
}

function parseBody(type: string | undefined, text: string): Body {
  if (type !== undefined && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    return { refusal: refuse(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json.") };
  }
  try {
    return { json: JSON.parse(text) as JsonValue };
  } catch {
    return { refusal: refuse(400, "BAD_REQUEST", "The body is not valid JSON.") };
  }
}
