import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** An address before a server that listens to what passes, and that can be cut. */
export interface Wiretap {
  readonly url: string;
  /** What clients sent so far, byte for byte. */
  heard(): string;
  /** From now on connections are refused, and those that were open are gone. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback and passes on to the port of `url`. */
export async function startWiretap(url: string): Promise<Wiretap> {
  const to = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let heard = "";
  const pass = (incoming: Socket) => {
    const outgoing = connect(to, "127.0.0.1");
    incoming.setEncoding("latin1").on("data", (chunk: string) => {
      heard += chunk;
    });
    incoming.pipe(outgoing).pipe(incoming);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on("error", () => one.destroy()).on("close", () => sockets.delete(one) && other.destroy());
    }
  };
  let server = await listen(pass, 0);
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    heard: () => heard,
    cut,
    mend: async () => {
      server = await listen(pass, port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

async function listen(pass: (socket: Socket) => void, port: number): Promise<Server> {
  const server = createServer(pass);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
