import { parseArgs } from "node:util";
import { buildAll, CannotBuild } from "./build-all.ts";
import { type Level, levelOf } from "./parts.ts";
import { progressOn } from "./progress.ts";

const help = `Usage: npm run real:build -- [--level=api|node]

Builds the real parts that the suites run on, from Go modules, into a cache outside the work tree
(WEIR_REAL_CACHE, else XDG_CACHE_HOME/weir/real, else ~/.cache/weir/real). What is there is not built again.

  --level=api    etcd, kube-apiserver, kube-controller-manager, kubectl, helm
  --level=node   also kube-scheduler, kubelet, kube-proxy, CoreDNS, Knative's queue-proxy (default)
  --help         show this text

Exit code: 0 when all is there, 1 when a part did not build, 2 for a wrong command line or without Go.
`;

async function main(): Promise<number> {
  let level: Level;
  try {
    const { values } = parseArgs({
      options: { level: { type: "string", default: "node" }, help: { type: "boolean" } },
    });
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    level = levelOf(values.level);
  } catch (error) {
    process.stderr.write(`real:build: ${(error as Error).message}; try --help\n`);
    return 2;
  }
  try {
    await buildAll(level, progressOn(process.stdout));
    return 0;
  } catch (error) {
    process.stderr.write(`real:build: ${(error as Error).message}\n`);
    return error instanceof CannotBuild ? 2 : 1;
  }
}

process.exitCode = await main();
