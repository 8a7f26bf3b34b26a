import { groups } from "../../../crds/observability/rules.ts";
import { type Firing, firingAt } from "./alerting.ts";
import type { Element } from "./promql.ts";

/** What fires where these series stay as they are for so many minutes. */
export function alarms(series: readonly Element[], minutes: number): Firing[] {
  const scraped = series.map(({ labels, value }) => ({
    labels,
    samples: Array.from({ length: minutes + 1 }, (_, minute) => ({ at: minute * 60, value })),
  }));
  return firingAt(groups, scraped, minutes * 60);
}
