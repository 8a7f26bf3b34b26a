import { parseArgs } from "node:util";
import { buildAll } from "../build/build-all.ts";
import { partPath } from "../build/cache.ts";
import { type Level, levelOf } from "../build/parts.ts";
import { progressOn } from "../build/progress.ts";
import { kubeconfigPath } from "../control-plane/access.ts";
import { startControlPlane } from "../control-plane/start-control-plane.ts";
import { aliveOf, readNote, standingFolder, takeDown, writeNote } from "./standing.ts";

const help = `Usage: npm run real:up [-- --level=api]

Starts a real Kubernetes control plane on 127.0.0.1 and leaves it running; builds what is missing first.
It ends with npm run real:down. Its kubeconfigs, keys and logs are in .real/.

  --level=api   etcd, kube-apiserver with RBAC, kube-controller-manager (default)
  --help        show this text

Exit code: 0 when it is ready, 1 when it could not be started or one is up already, 2 for a wrong command line.
`;

async function up(level: Level): Promise<number> {
  const standing = await readNote();
  if (standing !== undefined && (await aliveOf(standing)).length > 0) {
    process.stderr.write(`real:up: one is up already at ${standing.url}; npm run real:down ends it\n`);
    return 1;
  }
  if (standing !== undefined) await takeDown(standing);
  const progress = progressOn(process.stdout);
  await buildAll(level, progress);
  progress.update("starting etcd, kube-apiserver, kube-controller-manager …");
  const plane = await startControlPlane({ folder: standingFolder, detached: true });
  await writeNote({ level, url: plane.url, pids: plane.pids() });
  progress.line(`ready at ${plane.url}; npm run real:down ends it`);
  progress.line(`export KUBECONFIG=${kubeconfigPath(plane, "admin")}`);
  progress.line(`${partPath("kubectl")} get namespaces`);
  return 0;
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
    return 1;
  }
}

process.exitCode = await main();
