import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kubectl, makeKubectl } from "../../../cli/demo/kubectl.ts";
import { namespace, type Platform, type StartPlatform } from "../../../cli/demo/platform.ts";
import { readBase } from "../../../cli/demo/world.ts";
import { type AppManagerSimulator, startAppManager } from "../../../simulators/app-manager/server.ts";
import { type PingSource, startPingSource } from "../../../simulators/platform/ping-source/start-ping-source.ts";
import type { Allotment } from "./allotment.ts";
import { type Census, makeCensus } from "./census.ts";
import { type FaultProxy, type Passing, startFaultProxy } from "./fault-proxy.ts";
import { type Herald, makeHerald } from "./herald.ts";
import type { Journal } from "./journal.ts";
import type { Side } from "./plan.ts";
import { type Actor, actors, type Service, type Signal, startService } from "./service.ts";
import { kindOfRequest, subjectAtApi, subjectAtPlatform } from "./subject.ts";

/** Everything that a search runs in. */
export interface Arena {
  readonly platform: Platform;
  readonly appManager: AppManagerSimulator;
  readonly services: Readonly<Record<Actor, Service>>;
  readonly herald: Herald;
  readonly tick: PingSource;
  readonly kubectl: Kubectl;
  readonly census: Census;
  /** Whether pods that start from now on follow what moves. */
  follow(follows: boolean): void;
  /** Ends all pods and lets what they sent take effect; then the clocks of both sides go forward. */
  night(ms: number): Promise<void>;
  /** Puts the clocks of both sides forward; nothing may be on its way. */
  jump(ms: number): void;
  close(): Promise<void>;
}

/** What an arena is made of. */
export interface ArenaOptions {
  readonly startPlatform: StartPlatform;
  /** Folder of the bundles. */
  readonly bundles: string;
  /** An empty folder, for kubeconfigs. */
  readonly folder: string;
  readonly allotment: Allotment;
  readonly journal: Journal;
}

const delays = { startMs: 300, cancelMs: 150, savepointMs: 200, stopMs: 100, jitter: 0.1 };
const settings = {
  WEIR_INSTANCE_ID: "my-operator",
  WEIR_SWEEP_BUDGET: "30s",
  WEIR_APPMANAGER_QPS: "10000",
  WEIR_APPMANAGER_BURST: "10000",
};

/** Starts an API server with Weir's installation, AppManager, proxies before both, and the functions. */
export async function openArena(options: ArenaOptions): Promise<Arena> {
  const opened: { close(): unknown }[] = [];
  const close = async () => {
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) await part.close();
  };
  try {
    return { ...(await openParts(options, (part) => void opened.push(part))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Opened = (part: { close(): unknown }) => void;

async function openParts(options: ArenaOptions, opened: Opened): Promise<Omit<Arena, "close">> {
  const keep = <Part extends { close(): unknown }>(part: Part): Part => {
    opened(part);
    return part;
  };
  const census = makeCensus();
  let [ahead, follows] = [0, true];
  const platform = await options.startPlatform(opened);
  const onCall = () => census.look(appManager.admin.state());
  const token = `canary+token/${randomUUID()}==`;
  const appManager: AppManagerSimulator = keep(await startAppManager({ token, delays, onCall }));
  await platform.install([...(await readBase()), makeSecret(token)]);
  const services: Partial<Record<Actor, Service>> = {};
  const ways: FaultProxy[] = [];
  for (const name of actors) {
    const strike = (signal: Signal) => services[name]?.strike(signal) ?? false;
    const way = async (side: Side, to: string) => {
      ways.push(keep(await startWay({ ...options, side, to, aheadMs: () => ahead, strike, appManager })));
      return ways.at(-1)?.url ?? "";
    };
    const path = join(options.folder, `${name}.kubeconfig`);
    const config = platform.kubeconfig(`weir-${name}`, "weir-system");
    await writeFile(path, config.replaceAll(platform.url, await way("api", platform.url)), { mode: 0o600 });
    const env = { ...settings, KUBECONFIG: path, WEIR_APPMANAGER_URL: await way("platform", appManager.url) };
    services[name] = keep(await startService({ name, bundles: options.bundles, env, follows: () => follows }));
  }
  const { reconcile, refresh } = services as Record<Actor, Service>;
  const herald = keep(makeHerald(reconcile.url, platform.url));
  keep(
    await platform.watch((change) => {
      census.hear(change, appManager.admin.state());
      options.journal.note(
        change.object.metadata.name,
        `stored ${change.type} ${change.object.metadata.resourceVersion}`,
      );
      herald.tell(change);
    }),
  );
  const jump = (ms: number) => {
    ahead += ms;
    appManager.admin.advance(ms);
  };
  return {
    platform,
    appManager,
    services: { reconcile, refresh },
    herald,
    tick: keep(startPingSource({ name: "weir-tick", namespace: "weir-system", sink: refresh.url, jitter: () => 0 })),
    kubectl: makeKubectl(platform.url, platform.tokenOf("jane"), namespace),
    census,
    follow: (now) => {
      follows = now;
    },
    jump,
    night: async (ms) => {
      for (const service of [reconcile, refresh]) service.end();
      await Promise.all(ways.map((way) => way.idle()));
      jump(ms);
    },
  };
}

function makeSecret(token: string) {
  const metadata = { name: "my-vvp-apikey", namespace };
  return { apiVersion: "v1", kind: "Secret", metadata, stringData: { token } };
}

interface Way extends ArenaOptions {
  readonly side: Side;
  readonly to: string;
  readonly aheadMs: () => number;
  readonly strike: (signal: Signal) => boolean;
  readonly appManager: AppManagerSimulator;
}

/** A proxy between one function and one server. */
function startWay({ side, to, allotment, journal, aheadMs, strike, appManager }: Way): Promise<FaultProxy> {
  const nameOf = (id: string) => appManager.admin.state().rows.get(id)?.deployment.metadata.name;
  // After a deletion nothing tells whose it was.
  const subjects = new WeakMap<Passing, string | undefined>();
  const judge = (passing: Passing) => {
    const name = side === "api" ? subjectAtApi(passing) : subjectAtPlatform(passing, nameOf);
    subjects.set(passing, name);
    return allotment.take(side, name, kindOfRequest(passing));
  };
  return startFaultProxy({
    to,
    aheadMs: side === "api" ? aheadMs : () => 0,
    judge,
    strike,
    onEnd: (passing, fault, status) => journal.end(side, subjects.get(passing), passing, fault, status),
  });
}
