import { parseArgs } from "node:util";
import { parsed, UsageError } from "../../../cli/usage-error.ts";
import { type Flow, flows } from "./flows.ts";

/** The text of `--help`. */
export const help = `Usage: node test/simulation/exhaustive/index.ts [flags]

Plays each flow of one resource whole, and then with a fault at each of its places. What breaks an invariant, or ends
otherwise than without the fault, is told.

  --flow NAME   only this flow; may be given several times (default: all of them)
  --pairs       every two crashes one after the other, in place of every single fault
  --edges       of the pairs only those right before and right after writes
  --ticks       with all events lost
  --help        show this text

Flows: ${flows.map(({ name }) => name).join(", ")}.

Exit code: 0 nothing is broken, 1 something is, 2 wrong flags.
`;

const options = {
  flow: { type: "string", multiple: true, default: [] as string[] },
  pairs: { type: "boolean", default: false },
  edges: { type: "boolean", default: false },
  ticks: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** What a command line asks for. */
export interface Flags {
  readonly help: boolean;
  readonly chosen: readonly Flow[];
  readonly pairs: false | "all" | "edges";
  readonly ticks: boolean;
}

/** Reads a command line; anything wrong with it is a `UsageError`. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parsed(() => parseArgs({ args: [...args], options }));
  const { flow, pairs, edges, ticks } = values;
  const unknown = flow.find((name) => !flows.some((one) => one.name === name));
  if (unknown !== undefined) throw new UsageError(`there is no flow ${JSON.stringify(unknown)}; --help lists them`);
  if (edges && !pairs) throw new UsageError("--edges needs --pairs");
  const chosen = flow.length === 0 ? flows : flows.filter(({ name }) => flow.includes(name));
  return { help: values.help, chosen, pairs: pairs && (edges ? "edges" : "all"), ticks };
}
