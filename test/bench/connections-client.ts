import { readdirSync } from "node:fs";
import { connectCluster } from "../../shared/adapters/kubernetes/connect.ts";

/*
 * Child of `connections.ts`: makes calls one after the other with one client and prints what they cost it, as one JSON
 * line. Arguments: `weir` or `stock`, the number of calls, namespace and name of the resource. KUBECONFIG says where.
 */
const [client = "", text = "", namespace = "", name = ""] = process.argv.slice(2);
const path = process.env.KUBECONFIG ?? "";
const names = {
  group: "ververica.platform",
  version: "v1",
  kind: "VvpDeployment",
  plural: "vvpdeployments",
  singular: "vvpdeployment",
};

/** One read; rejects unless it brought the resource. */
type Read = () => Promise<unknown>;

async function makeStock(): Promise<Read> {
  const { CustomObjectsApi, KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  config.loadFromFile(path);
  const api = config.makeApiClient(CustomObjectsApi);
  const { group, version, plural } = names;
  return () => api.getNamespacedCustomObject({ group, version, plural, namespace, name });
}

async function makeOwn(): Promise<Read> {
  const { cluster } = connectCluster({ kubeconfigPath: path });
  return async () => {
    const read = await cluster.get(names, { kind: names.kind, namespace, name });
    if (read === undefined) throw new Error("the resource is gone");
  };
}

/** Open descriptors of this process; NaN where the system does not show them. */
function descriptors(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return Number.NaN;
  }
}

const read = await (client === "stock" ? makeStock() : makeOwn());
await read();
const before = descriptors();
const cpu = process.cpuUsage();
const begun = performance.now();
for (let call = 0; call < Number(text); call += 1) await read();
const ms = performance.now() - begun;
const { user, system } = process.cpuUsage(cpu);
const found = { growth: descriptors() - before, cpuUs: user + system, ms };
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
