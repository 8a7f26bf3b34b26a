import type { JsonObject } from "../../../shared/core/json.ts";
import type { Behaviour } from "../../../simulators/app-manager/state.ts";

/** The spec of a deployment that is to run a jar. */
export function exampleSpec(jarUri: string): JsonObject {
  return {
    state: "RUNNING",
    deploymentTargetName: "default",
    template: { spec: { artifact: { kind: "JAR", jarUri }, engineVersionName: "vera-4.1-flink-1.20" } },
  };
}

const NAMES = ["orders", "nightly-report", "broken-upload"] as const;

const jarOf = (name: string): string => `s3://jobs/${name}.jar`;

/** The deployments of `--examples`. */
export const EXAMPLES: readonly JsonObject[] = NAMES.map((name) => ({
  metadata: { name },
  spec: exampleSpec(jarOf(name)),
}));

/** How their jobs behave; the others run for ever. */
export const EXAMPLE_ARTIFACTS: readonly (readonly [string, Behaviour])[] = [
  [jarOf("nightly-report"), { finishesAfterMs: 60_000 }],
  [jarOf("broken-upload"), { broken: true }],
];
