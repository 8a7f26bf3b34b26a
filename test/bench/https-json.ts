import { type RequestOptions, request } from "node:https";

/** One JSON request over TLS to a loopback server that is known as `localhost`; rejects unless the answer is 2xx. */
export function sendJson(url: URL, options: RequestOptions, body?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { servername: "localhost", ...options }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const status = incoming.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(JSON.parse(text));
        else reject(new Error(`${options.method} ${url.pathname} was answered ${status}: ${text}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
