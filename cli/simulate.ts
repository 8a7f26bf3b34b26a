import { guarded, UsageError } from "./usage-error.ts";

/** The text of `weir simulate --help`. */
export const help = `Usage: weir simulate appmanager|flink [flags]

Runs a simulated backend until it is stopped (Ctrl-C). It forgets everything when it ends.

  appmanager   the AppManager of Ververica Platform, with its deployments, jobs and savepoints
  flink        the REST of a Flink cluster, with jobs, savepoints, metrics and a load to scale by

weir simulate appmanager --help and weir simulate flink --help tell the flags.
`;

/** One line for the list of commands. */
export const summary = "Run a simulated backend: appmanager, flink";

type Simulate = (argv: readonly string[]) => Promise<number>;

const backends: Readonly<Record<string, () => Promise<{ readonly simulate: Simulate }>>> = {
  appmanager: () => import("./simulate/app-manager/simulate.ts"),
  flink: () => import("./simulate/flink/simulate.ts"),
};

/**
 * Runs `weir simulate` with the arguments after that word and resolves with the exit code: 0 after SIGINT or SIGTERM,
 * 1 when the address cannot be used, 2 for a wrong command line or file.
 */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("simulate", async () => {
    const [word, ...rest] = argv;
    if (word === "--help") {
      console.log(help);
      return 0;
    }
    const load = word !== undefined && Object.hasOwn(backends, word) ? backends[word] : undefined;
    if (load === undefined) throw new UsageError(`${said(word)}. Known: ${Object.keys(backends).join(", ")}`);
    return (await load()).simulate(rest);
  });
}

function said(word: string | undefined): string {
  return word === undefined || word.startsWith("-") ? "which backend?" : `unknown backend '${word}'`;
}
