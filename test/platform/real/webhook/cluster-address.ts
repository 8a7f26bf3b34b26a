import { connect, createServer, type Server, type Socket } from "node:net";

/** A range of ClusterIPs inside of loopback: each is an address of this machine, and of nothing beyond it. */
export const loopbackServices = "127.96.0.0/16";

const port = 443;

/** A Service as kube-proxy would make it: connections to its address go to its endpoints in turn, and stay there. */
export interface ServiceAddress {
  /** The endpoints from now on, ports of 127.0.0.1; connections are refused while there are none. */
  route(ports: readonly number[]): Promise<void>;
  /** Ends the connections that are open, so that the next request makes one. */
  cut(): void;
  close(): Promise<void>;
}

/** Why no Service can be served here, or undefined: its port 443 is one that not everybody may listen on. */
export async function whyNoService(): Promise<string | undefined> {
  const server = createServer();
  try {
    await listening(server, "127.96.0.2");
    return undefined;
  } catch (error) {
    return `Nothing may listen on 127.96.0.2:${port} (${(error as NodeJS.ErrnoException).code}); run it as root`;
  } finally {
    server.close();
  }
}

/** Serves port 443 of a ClusterIP in `loopbackServices`. */
export function serveClusterIp(host: string): ServiceAddress {
  const open = new Set<Socket>();
  let endpoints: readonly number[] = [];
  let made = 0;
  let server: Server | undefined;
  const join = (one: Socket, other: Socket) => {
    open.add(one);
    one.setNoDelay(true);
    one.on("error", () => other.destroy());
    one.on("close", () => {
      open.delete(one);
      other.destroy();
    });
    one.pipe(other);
  };
  const forward = (client: Socket) => {
    const pod = connect({ host: "127.0.0.1", port: endpoints[made % endpoints.length] ?? 0 });
    made += 1;
    join(client, pod);
    join(pod, client);
  };
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const refuse = () => {
    server?.close();
    server = undefined;
  };
  return {
    async route(ports) {
      endpoints = ports;
      if (ports.length === 0) return refuse();
      if (server !== undefined) return;
      server = createServer(forward);
      await listening(server, host);
    },
    cut,
    async close() {
      refuse();
      cut();
    },
  };
}

function listening(server: Server, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
}
