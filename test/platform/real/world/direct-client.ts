import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { ControlPlaneAddress } from "../control-plane/access.ts";

/** An answer; `body` is parsed JSON, or the text where it is none. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: callers look into answers of any shape.
  readonly body: any;
}

/** The API server itself, over TLS connections that are kept; what goes this way is counted nowhere. */
export interface DirectClient {
  /** Sends JSON; as administrator unless a token is given. Rejects only when there is no answer. */
  send(method: string, path: string, options?: Sending): Promise<Reply>;
  close(): void;
}

/** What goes with a request. */
export interface Sending {
  readonly token?: string;
  readonly body?: unknown;
  /** Content type; JSON if absent. */
  readonly type?: string;
}

/** A client of one control plane. */
export function makeDirectClient({ url, ca, tokens }: ControlPlaneAddress): DirectClient {
  const agent = new Agent({ keepAlive: true, ca });
  return {
    send: async (method, path, { token = tokens.admin, body, type = "application/json" } = {}) => {
      const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": type }) };
      const sent = request(url + path, { method, headers, agent });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      return { status: response.statusCode ?? 0, body: parsed(text) };
    },
    close: () => agent.destroy(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
