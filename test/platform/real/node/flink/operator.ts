import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFunction } from "../../../../../cli/demo/functions.ts";
import { readManifests } from "../../../../../cli/demo/manifests.ts";
import type { ApiCall } from "../../../../../cli/demo/platform.ts";
import { at } from "../../../../../shared/core/json.ts";
import type { WatchedResource } from "../../../../../simulators/platform/api-server-source/resource-path.ts";
import { startApiServerSource } from "../../../../../simulators/platform/api-server-source/start-api-server-source.ts";
import type { Autoscaler } from "../../../../../simulators/platform/autoscaler/start-autoscaler.ts";
import { startPingSource } from "../../../../../simulators/platform/ping-source/start-ping-source.ts";
import { serviceAccountToken, toKubeconfig } from "../../control-plane/access.ts";
import { installAccounts, installCrds } from "../../control-plane/install.ts";
import { type Gate, startRecordingProxy } from "../../world/recording-proxy.ts";
import { namespace, type Place } from "./place.ts";

/** Weir as it is shipped: its bundles, its accounts and their rights, its sources; scaled from zero and back. */
export interface Operator {
  /**
   * From now on writes for a cluster of this name, and creations, end all of its processes: some before they were sent, some once
   * they were carried out. Others survive, since nothing is done outside of the API server before it is on record. Gives what
   * ends that, and tells how often it happened.
   */
  dieAtEachWrite(name: string): () => number;
  /** Asks for a look at a resource, as a pipeline does; whether one was taken is not told. */
  ask(kind: string, name: string): Promise<void>;
  /** Ends all of its processes, which come back with the next event or tick. */
  kill(): void;
  close(): Promise<void>;
}

const home = "weir-system";
const asked = "dev.weir.reconcile.requested";

/** The jars of session jobs come from a server of the suite's own. */
const operatorOptions = {
  "kubernetes.operator.user.artifacts.allowed-schemes": "http",
  "kubernetes.operator.user.artifacts.disallow-restricted-hosts": false,
};

/** Milliseconds between two ticks; minutes in an installation, which a suite that kills what follows cannot wait for. */
const everyMs = 5_000;

/** Installs Weir in a place and starts it, with its autoscaler or without; what it asks of the API server goes through a gate of the suite's. */
export async function startOperator(place: Place, { autoscales = false } = {}): Promise<Operator> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  try {
    return { ...(await start(place, autoscales, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  place: Place,
  autoscales: boolean,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<Operator, "close">> {
  const { logs } = place;
  const { controlPlane } = place.cluster;
  await installCrds(controlPlane);
  await installAccounts(controlPlane);
  const folder = await mkdtemp(join(tmpdir(), "weir-operator-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const services: Autoscaler[] = [];
  const kill = () => {
    place.deaths += 1;
    for (const service of services) service.kill();
  };
  const death = makeDeath(kill);
  const { url: server, ca } = controlPlane;
  const proxy = await startRecordingProxy({ url: server, ca, usernameOf: () => undefined, ...death.door });
  closers.push(proxy.close);
  const configuration = join(folder, "flink.yaml");
  await writeFile(configuration, JSON.stringify(operatorOptions));
  const env = async (name: string) => {
    const path = join(folder, `${name}.kubeconfig`);
    const token = await serviceAccountToken(controlPlane, home, `weir-${name}`);
    await writeFile(path, toKubeconfig({ url: proxy.url, ca }, token, home), { mode: 0o600 });
    return {
      WEIR_INSTANCE_ID: "real",
      WEIR_APPMANAGER_URL: "http://127.0.0.1:9",
      WEIR_QUARANTINE: "30s",
      WEIR_FLINK_CONFIGURATION: configuration,
      KUBECONFIG: path,
    };
  };
  for (const name of ["reconcile", "refresh", ...(autoscales ? (["autoscale"] as const) : [])] as const) {
    const service = await startFunction(name, await env(name), logs);
    closers.push(service.close);
    services.push(service);
  }
  const [reconcile, refresh, autoscale] = services;
  const [manifest] = await readManifests("knative/overlays/direct/500-changes.yaml");
  const changes = await startApiServerSource({
    apiServer: { url: server, ca, token: await serviceAccountToken(controlPlane, home, "weir-source") },
    resources: at(manifest, "spec", "resources") as unknown as readonly WatchedResource[],
    namespaces: "all",
    mode: "Resource",
    sink: reconcile?.url ?? "",
  });
  closers.push(changes.close);
  for (const [name, service] of [
    ["weir-tick", refresh],
    ["weir-autoscale", autoscale],
  ] as const) {
    if (service === undefined) continue;
    closers.push(startPingSource({ name, namespace: home, sink: service.url, schedule: { everyMs } }).close);
  }
  const ask = (kind: string, name: string) => askFor(reconcile?.url ?? "", kind, name);
  return { dieAtEachWrite: death.dieAtEachWrite, ask, kill };
}

async function askFor(url: string, kind: string, name: string): Promise<void> {
  const extensions = { "ce-kind": kind, "ce-namespace": namespace, "ce-name": name };
  const event = { "ce-specversion": "1.0", "ce-id": "1", "ce-source": "/suite", "ce-type": asked };
  await fetch(url, { method: "POST", headers: { ...event, ...extensions } }).catch(() => undefined);
}

/**
 * What becomes of a write: each second death comes after one more write that was survived. Every write of a pass meets both ends
 * so, and however many it makes one after the other, in the end it gets on; a beat would meet each pass at the same write.
 */
function fateOf({ survived, deaths }: Fate): Gate {
  if (survived < Math.floor(deaths / 2)) return "pass";
  return deaths % 2 === 0 ? "cut" : "mute";
}

interface Fate {
  /** Writes since the last death. */
  readonly survived: number;
  readonly deaths: number;
}

/** Ends the operator at its writes for some clusters; Events and the Lease are none. */
function makeDeath(kill: () => void) {
  const none: Fate = { survived: 0, deaths: 0 };
  const fates = new Map<string, Fate>();
  const gate = ({ method, path }: ApiCall): Gate => {
    if (method === "GET" || /\/(events|leases)(\/|$)/.test(path)) return "pass";
    const name = [...fates.keys()].find((one) => method === "POST" || path.includes(one));
    if (name === undefined) return "pass";
    const { survived, deaths } = fates.get(name) ?? none;
    const fate = fateOf({ survived, deaths });
    fates.set(name, fate === "pass" ? { survived: survived + 1, deaths } : { survived: 0, deaths: deaths + 1 });
    if (fate === "cut") kill();
    return fate;
  };
  const dieAtEachWrite = (name: string) => {
    fates.set(name, none);
    return () => {
      const { deaths } = fates.get(name) ?? none;
      fates.delete(name);
      return deaths;
    };
  };
  return { door: { gate, muted: kill }, dieAtEachWrite };
}
