import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { untilDefined } from "../../patience.ts";
import { freePort, giveTo, type OwnServer } from "./own-server.ts";

/** Starts a PostgreSQL in an empty folder; without a server on this machine it throws, so that no suite passes by leaving it out. */
export async function startPostgres(folder: string): Promise<OwnServer> {
  const bin = findServer();
  // Debian's package brings a user for it.
  const as = giveTo("postgres", folder);
  const data = join(folder, "data");
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "weir", "-A", "trust", "-N"], {
    ...as,
    env,
    cwd: folder,
    stdio: "pipe",
  });
  const port = await freePort();
  const settings = ["fsync=off", "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, `port=${port}`];
  const flags = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(bin, "postgres"), flags, { ...as, env, cwd: folder, stdio: "ignore" });
  const ended = once(server, "exit");
  await isReady(bin, port);
  const stop = async () => {
    server.kill("SIGINT");
    await ended;
  };
  return { url: `postgresql://weir@127.0.0.1:${port}/postgres`, stop };
}

function findServer(): string {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...versions.map((version) => join(root, version, "bin")), "/usr/local/bin", "/usr/bin"].find(
    (folder) => ["postgres", "initdb"].every((program) => existsSync(join(folder, program))),
  );
  if (found === undefined) throw new Error("there is no PostgreSQL server: apt-get install postgresql");
  return found;
}

async function isReady(bin: string, port: number): Promise<void> {
  const asked = [join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port), "-q"]] as const;
  await untilDefined(
    () => spawnSync(...asked).status === 0 || undefined,
    100,
    () => "PostgreSQL did not start",
  );
}
