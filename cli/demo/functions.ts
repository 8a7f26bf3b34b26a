import { existsSync } from "node:fs";
import { join } from "node:path";
import { at } from "../../shared/core/json.ts";
import { type Autoscaler, startAutoscaler } from "../../simulators/platform/autoscaler/start-autoscaler.ts";
import { Unexpected } from "./expect.ts";
import type { LogLines } from "./log-lines.ts";
import { readManifests, root } from "./manifests.ts";

/** Services, and their manifests. */
const manifestOf = {
  reconcile: "knative/base/400-reconcile.yaml",
  refresh: "knative/base/410-refresh.yaml",
  autoscale: "knative/base/415-autoscale.yaml",
  admission: "knative/base/420-admission.yaml",
} as const;

/** All functions of the demo, in the order in which they are shown. */
export const functionNames = ["reconcile", "refresh", "admission"] as const;

/** Name of a function of the demo. */
export type FunctionName = (typeof functionNames)[number];

/** The functions as services that start at zero. */
export type Functions = Readonly<Record<FunctionName, Autoscaler>>;

/** How long a process lives without a request here, in milliseconds; 6,000 in the manifests, the least Knative allows. */
export const windowMs = 2_000;

/**
 * Runs a function's bundle as its manifest says: concurrency, time limit, scale, readiness path.
 *
 * Throws `Unexpected` when there is no bundle.
 */
export async function startFunction(
  name: keyof typeof manifestOf,
  env: Readonly<Record<string, string>>,
  logs: LogLines,
): Promise<Autoscaler> {
  const bundle = join(root, `dist/${name}.cjs`);
  if (!existsSync(bundle)) throw new Unexpected(`there is no dist/${name}.cjs; run npm run build first`);
  const [service] = await readManifests(manifestOf[name]);
  const template = at(service, "spec", "template");
  const container = firstOf(at(template, "spec", "containers"));
  return startAutoscaler({
    name,
    command: [process.execPath, bundle],
    cwd: root,
    env: (url) => (name === "admission" ? env : { ...env, WEIR_SELF_URL: url }),
    containerConcurrency: Number(at(template, "spec", "containerConcurrency")),
    timeoutSeconds: Number(at(template, "spec", "timeoutSeconds")),
    maxScale: Number(at(template, "metadata", "annotations", "autoscaling.knative.dev/max-scale")),
    readinessPath: String(at(container, "readinessProbe", "httpGet", "path")),
    windowMs,
    gracePeriodMs: 5_000,
    onLog: (line, _stream, pid) => logs.add(name, pid, line),
  });
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
