import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../golden/kustomization.ts";
import { type Ask, ask, end, start } from "./process.ts";
import { progress, table } from "./report.ts";

/** What the bench says of itself in `--help`. */
export const summary = "memory of reconcile under forged events of 1.5 MB, as many at once as the manifest lets in";

/** As in the manifest: `containerConcurrency`, and the limit of the container in MiB. */
const [atOnce, limit] = [10, 256];

/** An API server that is not there: no event of these may lead to a call. */
const nobody = {
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "none", cluster: { server: "http://127.0.0.1:9" } }],
  users: [{ name: "none", user: { token: "t" } }],
  contexts: [{ name: "none", context: { cluster: "none", user: "none", namespace: "weir-system" } }],
  "current-context": "none",
};

const keys = Array.from({ length: 10_000 }, (_, index) => ({ kind: "Ghost", namespace: "n", name: `ghost-${index}` }));
const floods: Readonly<Record<string, Ask>> = {
  "an object of 1.5 MB": event("resource.update", { metadata: { annotations: { a: "x".repeat(1_500_000) } } }),
  "100,000 values": event("resource.update", {
    spec: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])),
  }),
  "depth 100,000": { ...event("resource.update", {}), body: `${"[".repeat(100_000)}${"]".repeat(100_000)}` },
  "larger than is looked at": event("resource.update", { a: "x".repeat(3_000_000) }),
  "10,000 keys to follow": event("", { keys }, "dev.weir.follow"),
};

function event(verb: string, data: object, type = `dev.knative.apiserver.${verb}`): Ask {
  const names = { "ce-kind": "Ghost", "ce-namespace": "n", "ce-name": "ghost" };
  const head = { "ce-specversion": "1.0", "ce-id": "1", "ce-source": "/forged", "ce-type": type };
  return { path: "/", headers: { ...head, ...names, "content-type": "application/json" }, body: JSON.stringify(data) };
}

/** Twenty events of each sort for each pair; prints memory after a tenth, at the end and at its highest. */
export async function run(pairs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, JSON.stringify(nobody));
  const rows: string[][] = [];
  const each = pairs * 20;
  for (const [name, flood] of Object.entries(floods))
    rows.push([name, ...(await measure(name, flood, each, kubeconfig))]);
  rmSync(folder, { recursive: true });
  const head = [`${each} of each`, "answers", "MiB after a tenth", "at the end", "highest", "ms each"];
  process.stdout.write(`\n${table(head, rows)}\nThe container's limit is ${limit} MiB.\n`);
}

async function measure(name: string, flood: Ask, count: number, kubeconfig: string): Promise<string[]> {
  const started = await start(join(projectRoot, "dist/reconcile.cjs"), {
    PORT: "0",
    WEIR_INSTANCE_ID: "bench",
    WEIR_APPMANAGER_URL: "http://127.0.0.1:9",
    WEIR_LOG_LEVEL: "info",
    KUBECONFIG: kubeconfig,
  });
  try {
    const answers = new Set<number>();
    const pid = started.child.pid ?? 0;
    let sent = 0;
    let done = 0;
    let early = 0;
    const begun = performance.now();
    const sender = async () => {
      while (sent < count) {
        sent += 1;
        answers.add((await ask(started.port, flood)).status);
        done += 1;
        if (done === Math.floor(count / 10)) early = memory(pid, "VmRSS");
        progress(name, done, count);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    const ms = (performance.now() - begun) / count;
    const [last, highest] = [memory(pid, "VmRSS"), memory(pid, "VmHWM")];
    return [[...answers].join(", "), early.toFixed(0), last.toFixed(0), highest.toFixed(0), ms.toFixed(1)];
  } finally {
    await end(started);
  }
}

/** MiB, from the kernel's own account of the process. */
function memory(pid: number, field: "VmRSS" | "VmHWM"): number {
  const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? 0) / 1024;
}
