import type { WireRequest } from "../../shared/adapters/http.ts";
import type { JsonValue } from "../../shared/core/json.ts";
import type { RestRequest } from "../../simulators/flink/exchange.ts";
import { fileOfForm } from "../../simulators/flink/form.ts";

/** What the adapter sends, as the simulator takes it; the bytes of an upload are read to their end. */
export async function toRestRequest({ method, url, body, upload }: WireRequest): Promise<RestRequest> {
  const { pathname, search } = new URL(url);
  const parts: Uint8Array[] = [];
  for await (const part of upload ?? []) parts.push(part);
  const file = upload === undefined ? undefined : fileOfForm(Buffer.concat(parts).toString());
  return {
    method,
    path: `${pathname}${search}`,
    ...(body !== undefined && { body: JSON.parse(body) as JsonValue }),
    ...(file !== undefined && { file }),
  };
}
