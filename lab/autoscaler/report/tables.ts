import { type Measures, median } from "../experiment/measure.ts";
import type { Purpose } from "../experiment/scenario.ts";
import { type Goal, goals, judge } from "./goals.ts";
import type { Result } from "./result.ts";

/** Both tables as markdown: what was to be reached, and what each controller did on each scenario. */
export function makeTables(results: readonly Result[]): string {
  const controllers = [...new Set(results.map(({ controller }) => controller))];
  return `${goalTable(results, controllers)}\n\n${scenarioTable(results, controllers)}\n`;
}

function goalTable(results: readonly Result[], controllers: readonly string[]): string {
  const rows = goals.map((goal) => {
    const cells = controllers.map((controller) => {
      const standing = judge(goal, results, controller);
      if (standing === undefined || Number.isNaN(standing.value)) return "–";
      const shown = show(standing.value, goal.unit);
      return standing.isMet ? `**${shown}**` : shown;
    });
    return [goal.name, `≤ ${show(goal.most, goal.unit)}`, ...cells];
  });
  return toTable(["goal", "at most", ...controllers], rows);
}

/** Where the load changes once for good. */
const steps: readonly Purpose[] = ["step up", "step down", "late metrics", "bound"];

/** Each cell: rescales / reversals / share of time late / cost, and after a step the minutes until it has settled. */
function scenarioTable(results: readonly Result[], controllers: readonly string[]): string {
  const rows = [...Map.groupBy(results, ({ scenario }) => scenario.name)].map(([name, of]) => {
    const cells = controllers.map((controller) => {
      const own = of.filter((one) => one.controller === controller);
      return own.length === 0 ? "–" : cellOf(own);
    });
    return [name, ...cells];
  });
  return toTable(["scenario", ...controllers], rows);
}

function cellOf(results: readonly Result[]): string {
  const middle = (of: (measures: Measures) => number) => median(results.map(({ measures }) => of(measures)));
  const shown = [
    show(
      middle(({ rescales }) => rescales),
      "count",
    ),
    show(
      middle(({ reversals }) => reversals),
      "count",
    ),
    show(
      middle(({ late }) => late),
      "share",
    ),
    middle(({ cost }) => cost).toFixed(2),
  ].join(" / ");
  const isStep = results.some(({ scenario }) => steps.includes(scenario.purpose));
  return isStep
    ? `${shown}, ${show(
        middle(({ settled }) => settled),
        "minutes",
      )}`
    : shown;
}

function show(value: number, unit: Goal["unit"]): string {
  if (value === Number.POSITIVE_INFINITY) return unit === "minutes" ? "never" : "∞";
  if (unit === "share") return `${Number((100 * value).toFixed(1))} %`;
  return unit === "minutes" ? `${Number(value.toFixed(1))} min` : String(value);
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
