import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createConnection } from "mysql2";
import { untilDefined } from "../../patience.ts";
import { freePort, giveTo, type OwnServer } from "./own-server.ts";

const tables = ["mysql_system_tables.sql", "mysql_system_tables_data.sql"] as const;

/** Settings by which a server differs most from others: what a client leaves open, it fills in otherwise. */
export const oddSettings = [
  ...["--character-set-server=latin1", "--collation-server=latin1_swedish_ci", "--default-storage-engine=Aria"],
  ...["--sql-mode=NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT", "--default-time-zone=+05:30"],
  ...["--transaction-isolation=SERIALIZABLE", "--innodb-lock-wait-timeout=5"],
];

/** True where there is one, or has to be: with CI=true its absence is an error when it is started. */
export const hasMariadb = findServer() !== undefined || process.env.CI === "true";

/** Starts a MariaDB, which speaks MySQL's protocol, in an empty folder; throws where there is no server on this machine. */
export async function startMariadb(folder: string, settings: readonly string[] = []): Promise<OwnServer> {
  const found = findServer();
  if (found === undefined) throw new Error("there is no MariaDB server: apt-get install mariadb-server-core");
  const as = { ...giveTo("nobody", folder), cwd: folder, env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } };
  const data = join(folder, "data");
  mkdirSync(data);
  giveTo("nobody", data);
  const flags = ["--no-defaults", `--datadir=${data}`, `--tmpdir=${folder}`, "--innodb-flush-log-at-trx-commit=0"];
  const bootstrap = [...flags, "--bootstrap", "--default-storage-engine=InnoDB"];
  execFileSync(found.program, bootstrap, { ...as, input: systemTables(found.scripts), stdio: "pipe" });
  const first = join(folder, "first.sql");
  writeFileSync(first, "create database weir;\ncreate user weir;\ngrant all on weir.* to weir;\n");
  const port = await freePort();
  const listening = ["--bind-address=127.0.0.1", `--port=${port}`, `--socket=${join(folder, "socket")}`];
  const server = spawn(found.program, [...flags, ...listening, `--init-file=${first}`, ...settings], {
    ...as,
    stdio: "ignore",
  });
  const ended = once(server, "exit");
  await untilDefined(
    () => answers(port),
    100,
    () => "MariaDB did not start",
  );
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  return { url: `mysql://weir@127.0.0.1:${port}/weir`, stop };
}

function findServer() {
  const program = [
    "/usr/sbin/mariadbd",
    "/usr/local/sbin/mariadbd",
    "/usr/local/bin/mariadbd",
    "/usr/libexec/mariadbd",
  ].find(existsSync);
  const scripts = ["/usr/share/mariadb", "/usr/share/mysql"].find((at) => existsSync(join(at, tables[0])));
  return program === undefined || scripts === undefined ? undefined : { program, scripts };
}

/** What `mariadb-install-db` makes, which takes programs of other packages to do it. */
function systemTables(scripts: string): string {
  const made = tables.map((name) => readFileSync(join(scripts, name), "utf8"));
  return ["create database mysql;", "use mysql;", "set @auth_root_socket=null;", ...made].join("\n");
}

function answers(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const connection = createConnection({ host: "127.0.0.1", port, user: "weir", database: "weir" });
    connection.on("error", () => resolve(undefined));
    connection.connect((error) => {
      connection.destroy();
      resolve(error ? undefined : true);
    });
  });
}
