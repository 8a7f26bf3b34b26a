import { parseArgs } from "node:util";
import { buildFlink } from "../flink/build-flink.ts";
import { buildAll, CannotBuild } from "./build-all.ts";
import { type Level, levelOf } from "./parts.ts";
import { progressOn } from "./progress.ts";

const help = `Usage: npm run real:build -- [--level=api|node] [--flink]

Builds the real parts that the suites run on, mostly from Go modules, into a cache outside the work tree
(WEIR_REAL_CACHE, else XDG_CACHE_HOME/weir/real, else ~/.cache/weir/real). What is there is not built again.

  --level=api    etcd, kube-apiserver, kube-controller-manager, kubectl, Helm,
                 kube-state-metrics, promtool
  --level=node   also kube-scheduler, kubelet, kube-proxy, CoreDNS, Knative's queue-proxy (default)
  --flink        also images of Flink for a node, from the Python package index; needs a JDK and pip
  --help         show this text

Exit code: 0 when all is there, 1 when a part did not build, 2 for a wrong command line or without Go, a JDK or pip.
`;

async function main(): Promise<number> {
  let [level, flink]: [Level, boolean] = ["node", false];
  try {
    const { values } = parseArgs({
      options: { level: { type: "string", default: "node" }, flink: { type: "boolean" }, help: { type: "boolean" } },
    });
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    [level, flink] = [levelOf(values.level), values.flink === true];
  } catch (error) {
    process.stderr.write(`real:build: ${(error as Error).message}; try --help\n`);
    return 2;
  }
  try {
    await buildAll(level, progressOn(process.stdout));
    if (flink) await buildFlink(progressOn(process.stdout));
    return 0;
  } catch (error) {
    process.stderr.write(`real:build: ${(error as Error).message}\n`);
    return error instanceof CannotBuild ? 2 : 1;
  }
}

process.exitCode = await main();
