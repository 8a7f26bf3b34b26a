import { type Measures, median } from "../experiment/measure.ts";
import type { Purpose } from "../experiment/scenario.ts";
import { type Goal, goals, judge } from "./goals.ts";
import type { Result } from "./result.ts";
import { type Sums, sumsOf } from "./sums.ts";

/** All tables as markdown: what was to be reached, all scenarios together, and what each controller did on each of them. */
export function makeTables(results: readonly Result[]): string {
  const controllers = [...new Set(results.map(({ controller }) => controller))];
  const tables = [goalTable, sumTable, scenarioTable].map((table) => table(results, controllers));
  return `${tables.join("\n\n")}\n`;
}

const sumRows: readonly (readonly [name: string, of: (sums: Sums) => string])[] = [
  ["regret", ({ regret }) => regret.toFixed(2)],
  ["time below what arrives", ({ below }) => show(below, "share")],
  ["worst lag, in minutes of arrivals", ({ worstLag }) => (worstLag / 60).toFixed(1)],
];

function sumTable(results: readonly Result[], controllers: readonly string[]): string {
  const sums = controllers.map((controller) => sumsOf(results.filter((one) => one.controller === controller)));
  return toTable(
    ["over all scenarios", ...controllers],
    sumRows.map(([name, of]) => [name, ...sums.map(of)]),
  );
}

function goalTable(results: readonly Result[], controllers: readonly string[]): string {
  const rows = goals.map((goal) => {
    const cells = controllers.map((controller) => {
      const standing = judge(goal, results, controller);
      if (standing === undefined || Number.isNaN(standing.value)) return "–";
      const [shown, worst] = [show(standing.value, goal.unit), show(standing.worst, goal.unit)];
      return `${standing.isMet ? `**${shown}**` : shown}${worst === shown ? "" : ` (${worst})`}`;
    });
    return [goal.name, `≤ ${show(goal.most, goal.unit)}`, ...cells];
  });
  return toTable(["goal", "at most", ...controllers], rows);
}

/** Where the load changes once for good. */
const steps: readonly Purpose[] = ["step up", "step down", "late metrics", "bound", "refused"];

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
