import { type AddressInfo, createServer, type Socket } from "node:net";

/** What is written, byte by byte, once the head of a request has come; `turn` counts requests from 1. */
export type Script = (socket: Socket, turn: number) => void;

/** A server on 127.0.0.1 that knows no HTTP. */
export interface RawServer {
  readonly url: string;
  /** Requests so far, as far as they came in one piece. */
  readonly requests: readonly string[];
  /** Bytes that were taken off its hands. */
  sent(): number;
  close(): Promise<void>;
}

/** Starts a server that answers every request as the script says. */
export async function startRawServer(script: Script): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sent += socket.bytesWritten;
      sockets.delete(socket);
    });
    socket.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (!/^[A-Z]+ \//.test(text)) return;
      requests.push(text);
      script(socket, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sent: () => sent + [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
