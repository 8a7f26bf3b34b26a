import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

/** A database server of its own for a test. */
export interface OwnServer {
  /** With the name of its user, who needs no password. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** As whom a program is started; empty for whoever runs the tests. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Gives a folder to the account of a server, which is of this name where root runs the tests: no server runs as root. */
export function giveTo(name: string, folder: string): Account {
  const isRoot = process.getuid?.() === 0;
  const ids = isRoot ? ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }))) : [];
  chmodSync(folder, 0o700);
  const [uid, gid] = ids;
  if (uid === undefined || gid === undefined) return {};
  chownSync(folder, uid, gid);
  return { uid, gid };
}

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
