import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OperatorError } from "../../shared/core/error.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";

/** A port of this machine alone at which metrics are. */
export interface ServedMetrics {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves `GET /metrics` on the loopback interface; 0 is any free port. Throws `Unavailable` where the port is taken. */
export async function serveMetrics(
  port: number,
  metrics: Pick<Metrics, "text" | "contentType">,
): Promise<ServedMetrics> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw new OperatorError("Unavailable", `--metrics-port ${port}: ${(error as Error).message}`);
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
