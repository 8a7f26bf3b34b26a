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
  const [word, ...rest] = argv;
  const load = word !== undefined && Object.hasOwn(backends, word) ? backends[word] : undefined;
  return guarded(load === undefined ? "simulate" : `simulate ${word}`, async () => {
    if (load !== undefined) return (await load()).simulate(rest);
    if (word !== "--help") throw new UsageError(`${said(word)}; there are ${Object.keys(backends).join(" and ")}`);
    console.log(help);
    return 0;
  });
}

function said(word: string | undefined): string {
  if (word === undefined) return "a backend has to be named";
  return word.startsWith("-") ? `a backend has to be named before '${word}'` : `there is no backend '${word}'`;
}
