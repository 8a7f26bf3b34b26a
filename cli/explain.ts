import type { Key } from "../shared/core/object.ts";
import type { Explanation } from "../shared/engine/explain.ts";
import type { Config } from "../shared/runtime/config.ts";
import { onResource } from "./on-resource.ts";
import { UsageError } from "./usage-error.ts";

/** One line for the list of commands. */
export const summary = "Tell what Weir would do about a resource now, and why; nothing is written";

/** The text of `weir explain --help`. */
export const help = `Usage: weir explain KIND/NAME [flags]

KIND is vvpdeployment, flinkdeployment, flinksessionjob or flinkstatesnapshot, or a short name as for kubectl.

Looks at a resource just as a pass would, with the very same code, and prints the rule that decides, why, what would be
sent, the conditions, and how the status would change. Reads the resource and what it stands for: a deployment of the
platform and its Secret, or a Flink cluster; writes nothing. Needs WEIR_INSTANCE_ID, for a vvpdeployment also
WEIR_APPMANAGER_URL, as the functions have them; the REST of a Flink cluster must be reachable from here by the name of its
Service.

  -n, --namespace NAME  namespace of the resource (default: that of the context)
  -o, --output FORMAT   text (default) or json
  --kubeconfig FILE     as for kubectl (default: KUBECONFIG, then ~/.kube/config)
  --help                show this text

Exit code: 0; 1 when there is no such resource or it could not be looked at; 2 for a wrong command line.
`;

/** Runs `weir explain` with the arguments after that word and resolves with the exit code. */
export function run(argv: readonly string[]): Promise<number> {
  return onResource({ name: "explain", help }, argv, async ({ positionals, output, ...where }) => {
    const [kindName, name] = readTarget(positionals);
    const { findKind } = await import("./explain/find-kind.ts");
    const kind = findKind(kindName);
    const config = await readEnvironment();
    const { lookOnce } = await import("./explain/look-once.ts");
    const { warnings, ...found } = await lookOnce({ kind, name, config, ...where });
    for (const warning of warnings) console.error(`weir explain: WEIR_FLINK_CONFIGURATION: ${warning}`);
    return await show(found, output);
  });
}

/** A kind and a name, from `vvpdeployment/NAME` or from two words. */
function readTarget(positionals: readonly string[]): [kind: string, name: string] {
  const words = positionals.length === 1 ? (positionals[0] ?? "").split("/") : positionals;
  const [kind = "", name = ""] = words;
  if (words.length !== 2 || kind === "" || name === "")
    throw new UsageError("which resource? Give KIND/NAME, such as vvpdeployment/NAME");
  return [kind, name];
}

async function readEnvironment(): Promise<Config> {
  const { readConfig } = await import("../shared/runtime/config.ts");
  const reading = readConfig("reconcile", process.env);
  if ("problems" in reading) throw new UsageError(`${reading.problems.join("; ")}, as for the functions`);
  const { wrongInformational } = await import("../functions/informational-conditions.ts");
  const wrong = wrongInformational(reading.config);
  if (wrong !== undefined) throw new UsageError(`${wrong}, as for the functions`);
  return reading.config;
}

async function show({ key, explanation }: { key: Key; explanation: Explanation }, output: string): Promise<number> {
  const { conceal } = await import("./explain/conceal.ts");
  const { toLines } = await import("./explain/to-lines.ts");
  const shown = conceal(explanation);
  console.log(output === "json" ? JSON.stringify({ ...key, ...shown }, null, 2) : toLines(key, shown).join("\n"));
  return explanation.found ? 0 : 1;
}
