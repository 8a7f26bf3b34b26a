import { parseArgs } from "node:util";
import { guarded, parsed, UsageError } from "./usage-error.ts";

/** What a command about one resource was given: which one, where, and how to print. */
export interface Given {
  readonly positionals: readonly string[];
  readonly namespace?: string | undefined;
  readonly kubeconfig?: string | undefined;
  readonly output: "text" | "json";
}

const options = {
  namespace: { type: "string", short: "n" },
  output: { type: "string", short: "o", default: "text" },
  kubeconfig: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

/** Runs a command that looks at one resource, or prints its help, and resolves with the exit code. */
export function onResource(
  { name, help }: { readonly name: string; readonly help: string },
  argv: readonly string[],
  act: (given: Given) => Promise<number>,
): Promise<number> {
  return guarded(name, async () => {
    const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
    const { help: asksHelp, output, ...where } = values;
    if (asksHelp) {
      console.log(help);
      return 0;
    }
    if (output !== "text" && output !== "json") {
      throw new UsageError(`--output cannot be '${output}'; it is text or json`);
    }
    return act({ ...where, positionals, output });
  });
}
