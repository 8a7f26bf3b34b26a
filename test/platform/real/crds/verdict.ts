import { Agent, fetch } from "undici";
import type { JsonObject } from "../../../../shared/core/json.ts";

/** A server that verdicts are asked of. */
export interface Court {
  readonly url: string;
  /** PEM; absent for plain HTTP. */
  readonly ca?: string;
  readonly token: string;
}

/** One finding of a rejection. */
export interface Finding {
  /** Absent, like the reason, where a policy denied. */
  readonly field?: string;
  readonly reason?: string;
  readonly message: string;
}

/** What a server said to one request. */
export interface Verdict {
  readonly code: number;
  readonly message: string;
  readonly findings: readonly Finding[];
  readonly warning: string | null;
  readonly body: JsonObject;
}

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly Finding[] };
}

/** A client that keeps its connections; text goes out as it is, and unknown fields are refused as kubectl has them refused. */
export function openCourt({ url, ca, token }: Court) {
  const agent = new Agent({ connections: 8, ...(ca !== undefined && { connect: { ca } }) });
  return {
    ask: async (method: string, path: string, body?: unknown, type = "application/json"): Promise<Verdict> => {
      const response = await fetch(url + path, {
        method,
        dispatcher: agent,
        headers: { authorization: `Bearer ${token}`, "content-type": type },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      });
      const answer = read(await response.text());
      return {
        code: response.status,
        message: response.ok ? "" : (answer.message ?? ""),
        findings: answer.details?.causes ?? [],
        warning: response.headers.get("warning"),
        body: answer,
      };
    },
    close: () => agent.close(),
  };
}

/** What an API server says of a kind that it does not serve yet, or no more, is no JSON. */
function read(text: string): JsonObject & Status {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

/** A client of one server. */
export type CourtClient = ReturnType<typeof openCourt>;

/** A verdict as one line, with findings in a fixed order, for the comparison of servers. */
export function wordsOf({ code, message, findings, warning }: Verdict): string {
  const lines = findings.map((one) => [one.field, one.reason, one.message].filter((part) => part).join(" | ")).sort();
  const said = findings.length > 0 ? lines.join("\n  ") : message;
  return `${code}${warning === null ? "" : ` warning ${warning}`}${said === "" ? "" : `\n  ${said}`}`;
}
