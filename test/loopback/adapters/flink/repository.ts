import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { connectArtifacts } from "../../../../shared/adapters/flink/artifact/client.ts";
import type { ArtifactLimits } from "../../../../shared/adapters/flink/artifact/request.ts";
import type { Artifacts } from "../../../../shared/ports/artifacts.ts";

/** Bytes that begin as a jar does. */
export function jarOf(bytes: number): Buffer {
  const jar = Buffer.alloc(bytes, "x");
  jar.write("PK\u0003\u0004");
  return jar;
}

/** A server of artifacts on loopback, and what it was asked. */
export async function startRepository(listener: http.RequestListener) {
  const asked: http.IncomingMessage[] = [];
  let open = 0;
  const server = http.createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  server.on("connection", (socket) => {
    open += 1;
    socket.on("close", () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Its address under a name that only the resolver of `artifacts` knows. */
    url: `http://repo.example.com:${port}`,
    port,
    asked,
    open: () => open,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Artifacts of any name on loopback, without waiting for long. */
export function loopbackArtifacts(limits: Partial<ArtifactLimits> = {}): Artifacts {
  return connectArtifacts({
    version: "1.2.3",
    policy: { schemes: ["http", "https"], refusesRestrictedHosts: false },
    limits: { answerMs: 1_000, silenceMs: 1_000, totalMs: 10_000, ...limits },
    addressing: { resolve: async () => [{ address: "127.0.0.1", family: 4 }] },
  });
}

/** The artifacts of a strict operator to whom 127.0.0.1 is the one address of the world outside. */
export function strictArtifacts(resolve: (host: string) => string): Artifacts {
  return connectArtifacts({
    version: "1.2.3",
    policy: { schemes: ["http"], refusesRestrictedHosts: true },
    addressing: {
      resolve: async (host) => [{ address: resolve(host), family: 4 }],
      isRestricted: (address) => address !== "127.0.0.1",
    },
  });
}

/** Reads an artifact to its end, keeping its size only. */
export async function sizeOf(artifacts: Artifacts, uri: string, headers: Record<string, string> = {}): Promise<number> {
  const { content } = await artifacts.open({ uri, headers });
  let size = 0;
  for await (const chunk of content) size += chunk.length;
  return size;
}
