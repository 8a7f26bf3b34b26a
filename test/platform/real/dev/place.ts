import { dirname } from "node:path";
import type { LogLine } from "../../../../cli/demo/log-lines.ts";
import { makeClose } from "../../../../cli/demo/make-close.ts";
import { startWorld, type World } from "../../../../cli/demo/world.ts";
import { buildDist } from "../../../../knative/image/build-dist.ts";
import { type Closable, closeOnSignals } from "../../../../simulators/platform/autoscaler/close-on-signals.ts";
import { buildAll } from "../build/build-all.ts";
import { partPath } from "../build/cache.ts";
import { progressOn } from "../build/progress.ts";
import { startOwnControlPlane } from "../world/own-control-plane.ts";

function describe({ kubeconfig, appManager, functions }: World): string {
  return [
    "",
    "In another terminal, in this folder:",
    "",
    `  export KUBECONFIG=${kubeconfig} PATH=${dirname(partPath("kubectl"))}:$PATH`,
    "  kubectl apply -f examples/vvp-minimal-patch.yaml",
    "  kubectl get vvpdeployments -o wide --watch",
    "  kubectl apply --dry-run=server -f examples/vvp-minimal-put.yaml",
    `  WEIR_INSTANCE_ID=my-operator WEIR_APPMANAGER_URL=${appManager.url} npm run weir -- explain vvpdeployment/my-deployment`,
    "",
    `AppManager  ${appManager.url}  token ${appManager.token}, in the Secret my-vvp-apikey; faults: PUT /config`,
    `functions   reconcile ${functions.reconcile.url}, refresh ${functions.refresh.url}, admission ${functions.admission.url}`,
    "After a change of the code: npm run build in another terminal; the next process of a function has it.",
    "Ctrl-C ends it all.",
    "",
  ].join("\n");
}

/** Prints what is new in the functions' logs, for ever. */
async function follow({ logs }: World): Promise<never> {
  let printed = 0;
  const print = ({ from, pid, text }: LogLine) => void process.stdout.write(`${from} ${pid}: ${text}\n`);
  for (;;) {
    for (const line of logs.all.slice(printed)) print(line);
    printed = logs.all.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Ticks and prints until a signal comes; ending is for who hears it. */
function stay(world: World, tickMs: number): Promise<void> {
  if (tickMs > 0) setInterval(() => void world.tick.tick(), tickMs).unref();
  return follow(world);
}

/**
 * Runs the place until Ctrl-C, which ends it at any time, also while it starts; `tickMs` 0 is never.
 *
 * Rejects when a part does not build or start; what was started by then is ended.
 */
export async function runPlace(tickMs: number): Promise<void> {
  const opened: Closable[] = [];
  const closeAll = makeClose("dev", opened);
  const close = () => {
    process.stdout.write("ending …\n");
    return closeAll();
  };
  const progress = progressOn(process.stdout);
  await buildDist();
  await buildAll("api", progress);
  progress.update("starting the control plane, installing …");
  closeOnSignals([{ close }]);
  try {
    const world = await startWorld((part) => void opened.push(part), { startPlatform: startOwnControlPlane });
    progress.line(describe(world));
    await stay(world, tickMs);
  } catch (error) {
    await close();
    throw error;
  }
}
