import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { OperatorError } from "../../core/error.ts";
import type { Bus, OwnEvent } from "../../ports/bus.ts";
import { toData } from "./own-events.ts";

/** Milliseconds; above the 240 s for which a function holds a follow request (D9), at Knative's usual time limit. */
const longestHold = 300_000;

/** Where own events go, and what they call themselves. */
export interface BusOptions {
  readonly url: string;
  /** CloudEvent attribute `source`. */
  readonly source?: string;
}

/**
 * The way to our own service address, one request per event.
 *
 * Caveats: got and the CloudEvents SDK are loaded at the first event, after the answer that a cold start is measured by.
 */
export function connectBus({ url, source = "/weir" }: BusOptions): Bus {
  const agent = { http: new HttpAgent(), https: new HttpsAgent() };
  return {
    send: async (event, signal) => {
      const { headers, body } = await encode(event, source);
      const { default: got } = await import("got");
      if (signal?.aborted) return;
      try {
        const response = await got.post(url, {
          headers,
          body,
          agent,
          retry: { limit: 0 },
          timeout: { request: longestHold },
          followRedirect: false,
          throwHttpErrors: false,
          ...(signal !== undefined && { signal }),
        });
        if (response.statusCode >= 200 && response.statusCode < 300) return;
        throw failed(event, `it answered ${response.statusCode}`);
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof OperatorError) throw error;
        throw failed(event, (error as { code?: string }).code ?? "the request failed");
      }
    },
  };
}

/** The SDK makes the event: it checks what it makes, and gives it an id and a time. */
async function encode(event: OwnEvent, source: string): Promise<{ headers: Record<string, string>; body: string }> {
  const { CloudEvent, HTTP } = await import("cloudevents");
  const data = toData(event);
  const made = new CloudEvent({ type: event.type, source, datacontenttype: "application/json", data });
  const { headers, body } = HTTP.binary(made);
  return { headers: headers as Record<string, string>, body: body as string };
}

function failed({ type }: OwnEvent, why: string): OperatorError {
  return new OperatorError("Unavailable", `the event ${type} could not be sent to our own service: ${why}`, {
    applied: "maybe",
  });
}
