import http from "node:http";
import https from "node:https";

/** How the API server is reached; certificates and keys are PEM texts. */
export interface ApiServerAccess {
  readonly url: string;
  readonly token?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Reads an API server over plain HTTP(S), with no time limit of its own. */
export interface ApiReader {
  /** Rejects with an `ApiStatusError` unless the answer is a 200, and with the connection's error when there is none. */
  open(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<http.IncomingMessage>;
  close(): void;
}

/** An answer of the API server other than 200; `code` is the HTTP status. */
export class ApiStatusError extends Error {
  readonly code: number;

  constructor(code: number, path: string) {
    super(`${path}: HTTP ${code}`);
    this.code = code;
  }
}

/** A reader with one connection pool; `close` ends every connection at once. */
export function makeApiReader(access: ApiServerAccess): ApiReader {
  const base = new URL(access.url);
  const secure = base.protocol === "https:";
  const { ca, cert, key } = access;
  const agent = secure
    ? new https.Agent({ keepAlive: true, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) })
    : new http.Agent({ keepAlive: true });
  const headers = { accept: "application/json", ...(access.token && { authorization: `Bearer ${access.token}` }) };
  return {
    open: (path, query, signal) =>
      new Promise((resolve, reject) => {
        const url = new URL(`${base.pathname.replace(/\/$/, "")}${path}?${new URLSearchParams(query)}`, base);
        const request = (secure ? https : http).get(url, { agent, headers, signal });
        request.on("error", reject);
        request.on("response", (response) => {
          if (response.statusCode === 200) return resolve(response);
          response.on("error", () => undefined);
          response.resume();
          reject(new ApiStatusError(response.statusCode ?? 0, path));
        });
      }),
    close: () => agent.destroy(),
  };
}

/** The whole body of an answer as text. */
export async function readText(response: http.IncomingMessage): Promise<string> {
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) text += chunk;
  return text;
}

/** The lines of a watch, read one at a time: while a line is worked on, the connection is not read. */
export async function* readLines(response: http.IncomingMessage): AsyncGenerator<string> {
  response.setEncoding("utf8");
  let pending = "";
  for await (const chunk of response) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield line;
  }
}
