import { parseArgs } from "node:util";
import { parsed, UsageError } from "../../cli/usage-error.ts";
import { ablationKinds } from "./controllers/ablations.ts";
import type { ControllerKind } from "./controllers/controller.ts";
import { controllerKinds } from "./controllers/kinds.ts";
import type { Scenario } from "./experiment/scenario.ts";
import { firstSeed, type SetName, scenariosOf, setNames } from "./experiment/sets.ts";
import type { spaces } from "./search/spaces.ts";

/** The text of `npm run autoscaler:lab -- --help`. */
export const help = `Usage: npm run autoscaler:lab -- [flags]

Lets controllers scale modelled Flink jobs in virtual time, side by side, and prints what came of it as markdown. Everything
that is left to chance comes from seeds: the same flags give the same tables.

  --set S             test (default) or training; no shape and no seed of a load is in both
  --seeds N           so many seeds for each scenario (default 10)
  --scenarios TEXT    only scenarios in whose name or purpose this text is
  --controllers LIST  only these, with commas between them
  --ablations         the profile improved, and the same without one of its parts each, instead of other controllers
  --search NAME       compat or improved: which parameters are best on the training set; no other set is looked at
  --plot DIR          a plot of the first seed of each scenario instead of tables, as SVG files in this directory
  --list              show scenarios and controllers, and run nothing
  --help              show this text

Exit code: 0, also where goals are missed; 2 for wrong flags.
`;

const options = {
  set: { type: "string", default: "test" },
  seeds: { type: "string", default: "10" },
  scenarios: { type: "string", default: "" },
  controllers: { type: "string" },
  ablations: { type: "boolean", default: false },
  search: { type: "string" },
  plot: { type: "string" },
  list: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** What is to be run. */
export interface Plan {
  readonly set: SetName;
  readonly seeds: readonly number[];
  readonly scenarios: readonly Scenario[];
  readonly controllers: readonly ControllerKind[];
  /** Whose parameters are searched, on the training set; absent where controllers are compared. */
  readonly search?: keyof typeof spaces;
  /** Where plots go; absent where tables are made. */
  readonly plot?: string;
}

/** What the flags ask for; a wrong one is a `UsageError`. */
export function readFlags(argv: readonly string[]): Plan | "help" | "list" {
  const { values } = parsed(() => parseArgs({ args: [...argv], options, strict: true }));
  if (values.help) return "help";
  if (values.list) return "list";
  const search = searched(values.search);
  const set = search === undefined ? setNames.find((name) => name === values.set) : "training";
  if (set === undefined) throw new UsageError(`--set ${values.set}: is ${setNames.join(" or ")}`);
  const count = Number(values.seeds);
  if (!Number.isSafeInteger(count) || count < 1 || count > 1_000) throw new UsageError("--seeds is 1 to 1000");
  const scenarios = scenariosOf(set).filter(({ name, purpose }) => `${name} (${purpose})`.includes(values.scenarios));
  if (scenarios.length === 0) throw new UsageError(`--scenarios ${values.scenarios}: no scenario is named like that`);
  const seeds = Array.from({ length: count }, (_, index) => firstSeed[set] + index);
  const controllers = values.ablations ? ablationKinds : chosen(values.controllers);
  return { set, seeds, scenarios, controllers, ...(search && { search }), ...(values.plot && { plot: values.plot }) };
}

function searched(name: string | undefined): keyof typeof spaces | undefined {
  if (name === undefined || name === "compat" || name === "improved") return name;
  throw new UsageError(`--search ${name}: is compat or improved`);
}

function chosen(list: string | undefined): readonly ControllerKind[] {
  if (list === undefined) return controllerKinds;
  return list.split(",").map((word) => {
    const kind = controllerKinds.find(({ name }) => name === word.trim());
    if (kind === undefined) {
      throw new UsageError(`--controllers ${word}: is one of ${controllerKinds.map(({ name }) => name).join(", ")}`);
    }
    return kind;
  });
}
