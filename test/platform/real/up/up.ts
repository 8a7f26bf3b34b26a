import { parseArgs } from "node:util";
import { closeOnSignals } from "../../../../simulators/platform/autoscaler/close-on-signals.ts";
import { buildAll, CannotBuild } from "../build/build-all.ts";
import { partPath } from "../build/cache.ts";
import { type Level, levelOf } from "../build/parts.ts";
import { progressOn } from "../build/progress.ts";
import { type ControlPlaneAddress, kubeconfigPath } from "../control-plane/access.ts";
import { startControlPlane } from "../control-plane/start-control-plane.ts";
import { whyNoSandbox } from "../node/sandbox.ts";
import { standCluster } from "../node/standing/stand.ts";
import { findStanding, readAddress, standingFolder, takeDown, writeAddress } from "./standing.ts";

const help = `Usage: npm run real:up [-- --level=api|node]

Starts a real Kubernetes control plane on 127.0.0.1 and leaves it running; builds what is missing first.
It ends with npm run real:down. Its kubeconfigs, keys and logs are in .real/.

  --level=api   etcd, kube-apiserver with RBAC, kube-controller-manager (default)
  --level=node  a whole cluster with one node that runs pods, in network and process namespaces of its own; it has
                Weir's image when npm run build was run before. Needs root and what test/platform/real/node/install.sh
                installs.
  --help        show this text

Exit code: 0 when it is ready, 1 when it could not be started or one is up already, 2 for a wrong command line
or without Go.
`;

async function up(level: Level): Promise<number> {
  if ((await findStanding()).length > 0) {
    process.stderr.write(`real:up: one is up already at ${await readAddress()}; npm run real:down ends it\n`);
    return 1;
  }
  // What an earlier one left would be taken for this one's.
  await takeDown();
  const reason = level === "node" ? whyNoSandbox() : undefined;
  if (reason !== undefined) throw new Error(reason);
  const progress = progressOn(process.stdout);
  await buildAll(level, progress);
  progress.update(`starting a ${level === "node" ? "cluster with a node" : "control plane"} …`);
  // What is cut short would stay for ever, since its parts outlive this process on purpose.
  const forget = closeOnSignals([{ close: async () => void (await takeDown()) }]);
  const plane = await start(level);
  await writeAddress(plane.url);
  forget();
  progress.line(`ready at ${plane.url}; npm run real:down ends it`);
  for (const image of plane.images) progress.line(`pods can use the image ${image}`);
  progress.line(`export KUBECONFIG=${kubeconfigPath(plane, "admin")}`);
  progress.line(`${partPath("kubectl")} get ${level === "node" ? "nodes" : "namespaces"}`);
  return 0;
}

type Standing = ControlPlaneAddress & { readonly images: readonly string[] };

async function start(level: Level): Promise<Standing> {
  if (level === "node") return standCluster(standingFolder);
  const plane = await startControlPlane({ folder: standingFolder, detached: true });
  return { ...plane, images: [] };
}

async function main(): Promise<number> {
  const options = { level: { type: "string", default: "api" }, help: { type: "boolean" } } as const;
  let level: Level;
  try {
    const { values } = parseArgs({ options });
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    level = levelOf(values.level);
  } catch (error) {
    process.stderr.write(`real:up: ${(error as Error).message}; try --help\n`);
    return 2;
  }
  try {
    return await up(level);
  } catch (error) {
    process.stderr.write(`real:up: ${(error as Error).message}\n`);
    return error instanceof CannotBuild ? 2 : 1;
  }
}

process.exitCode = await main();
