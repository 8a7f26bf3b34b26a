import { parseArgs } from "node:util";
import { conditionOf } from "../shared/core/condition.ts";
import { isOperatorError } from "../shared/core/error.ts";
import { conditionsOf } from "../shared/core/kind.ts";
import type { KubeObject } from "../shared/core/object.ts";
import type { RegisteredKind } from "../shared/kinds/index.ts";
import type { Cluster } from "../shared/ports/cluster.ts";
import { toTable } from "./table.ts";
import { guarded, parsed, UsageError } from "./usage-error.ts";

/** One line for the list of commands. */
export const summary = "List every resource with its state and health, and say what is wrong";

/** The text of `weir status --help`. */
export const help = `Usage: weir status [flags]

Lists the resources of each kind as kubectl get -o wide does; below that, why each one that is not healthy is not.

  -n, --namespace NAME  only this namespace (default: all)
  --kubeconfig FILE     as for kubectl (default: KUBECONFIG, then ~/.kube/config)
  --help                show this text

Exit code: 0, or 1 when the API server cannot be asked; health does not change it.
`;

const options = {
  namespace: { type: "string", short: "n", default: "" },
  kubeconfig: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

/** Objects that one list call asks for. */
const pageSize = 500;

/** Runs `weir status` with the arguments after that word and resolves with the exit code. */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("status", async () => {
    const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
    if (values.help) {
      console.log(help);
      return 0;
    }
    if (positionals.length > 0) throw new UsageError(`'${positionals[0]}' is not understood; there is only a list`);
    const { reachCluster } = await import("./reach-cluster.ts");
    const { kinds } = await import("../shared/kinds/index.ts");
    const { connection } = await reachCluster(values.kubeconfig);
    try {
      for (const kind of kinds) await list(connection.cluster, kind, values.namespace);
      return 0;
    } finally {
      connection.close();
    }
  });
}

async function list(cluster: Cluster, kind: RegisteredKind, namespace: string): Promise<void> {
  const objects = await listAll(cluster, kind, namespace);
  if (objects === undefined) {
    console.log(`${kind.names.kind} is not installed in this cluster.`);
    return;
  }
  if (objects.length === 0) {
    console.log(`No ${kind.names.kind} ${namespace === "" ? "in any namespace" : `in namespace ${namespace}`}.`);
    return;
  }
  const lines = toTable(kind.columns, objects, { wide: true, namespaces: true, now: Date.now() });
  console.log([...lines, ...complaints(kind, objects)].join("\n"));
}

/** Undefined where the API server does not know the kind. */
async function listAll(cluster: Cluster, kind: RegisteredKind, namespace: string): Promise<KubeObject[] | undefined> {
  const objects: KubeObject[] = [];
  let token: string | undefined;
  do {
    const query = { namespace, limit: pageSize, ...(token === undefined ? {} : { continue: token }) };
    try {
      const page = await cluster.list(kind.names, query);
      objects.push(...page.items);
      token = page.continue;
    } catch (error) {
      if (token === undefined && isOperatorError(error) && error.code === "Missing") return undefined;
      throw error;
    }
  } while (token !== undefined);
  return objects;
}

function complaints(kind: RegisteredKind, objects: readonly KubeObject[]): string[] {
  const lines = objects.flatMap((object) => {
    const { namespace, name } = object.metadata;
    const found = conditionOf(conditionsOf(object), kind.aggregate.type);
    if (found === undefined)
      return [`${namespace}/${name}: not looked at yet; is it an operator's, by its owner label, namespace and kind?`];
    return found.status === "True" ? [] : [`${namespace}/${name}: ${found.message}`];
  });
  return lines.length === 0 ? [] : ["", ...lines];
}
