import { bulkReader } from "../../shared/adapters/app-manager/bulk.ts";
import { isEcho } from "../../shared/core/input.ts";
import type { Key } from "../../shared/core/object.ts";
import type { Settings } from "../../shared/core/settings.ts";
import type { Engine, EngineKind, PassResult } from "../../shared/engine/engine.ts";
import { pass } from "../../shared/engine/pass.ts";
import { type SweepOptions, type SweepReport, sweep } from "../../shared/engine/sweep.ts";
import type { SweepPosition } from "../../shared/engine/walk.ts";
import { vvpDeployment } from "../../shared/kinds/vvp-deployment/kind.ts";
import type { Log } from "../../shared/ports/log.ts";
import { type Admin, makeAdmin } from "../../simulators/app-manager/admin.ts";
import { makePlatform, type Platform } from "../../simulators/app-manager/platform.ts";
import { usualSettings } from "../builders/settings.ts";
import { absentPorts } from "./absent-ports.ts";
import { type Change, type ClusterCall, MemoryCluster } from "./memory-cluster.ts";
import { makeWay, type PlatformCall, platformPort, type Way } from "./platform-port.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Any call that left the operator. */
export type Call = ClusterCall | PlatformCall;

/** A line that was logged. */
export interface Line {
  readonly level: keyof Log;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** What the examples live in: instance, namespace, Secret and token. */
export const home = {
  instanceId: usualSettings.instanceId,
  namespace: "my-deploy-namespace",
  secret: "my-vvp-apikey",
  token: "token-of-the-tests",
} as const;

const delays = { startMs: 1_500, cancelMs: 1_000, savepointMs: 700, stopMs: 300, jitter: 0 };

/** The API server, the platform and the engine between them, in one process and in virtual time. */
export class World {
  readonly clock = new VirtualClock();
  /** Every call in its order; empty it to look at what follows. */
  readonly trace: Call[] = [];
  readonly lines: Line[] = [];
  readonly passes: PassResult[] = [];
  readonly settings: Settings;
  readonly cluster: MemoryCluster;
  readonly platform: Platform;
  readonly admin: Admin;
  readonly way: Way;
  readonly kind: EngineKind = vvpDeployment;
  engine: Engine;

  constructor(settings: Partial<Settings> = {}) {
    const { namespace, secret, token } = home;
    this.settings = { ...usualSettings, ...settings };
    this.cluster = new MemoryCluster(() => this.clock.now(), this.trace);
    this.cluster.secrets.set(`${namespace}/${secret}`, { token });
    this.platform = makePlatform({ seed: 1, token, delays }, () => this.clock.now());
    this.admin = makeAdmin(this.platform);
    this.way = makeWay(this.trace);
    this.engine = this.boot();
  }

  /** A new process: nothing is remembered but what the API server and the platform hold. */
  boot(): Engine {
    const { cluster, clock, settings } = this;
    const read = (namespace: string, name: string) => cluster.readSecret(namespace, name);
    const appManager = platformPort(this.platform, this.way, read, settings.instanceId);
    const observe = (result: PassResult) => void this.passes.push(result);
    this.engine = {
      kinds: [this.kind],
      ports: { ...absentPorts, cluster, appManager },
      settings,
      clock,
      log: this.log,
      observe,
    };
    return this.engine;
  }

  /** One pass over an object of the home namespace. */
  async pass(name: string): Promise<PassResult> {
    return pass(this.engine, this.kind, this.key(name), new AbortController().signal);
  }

  /** What `reconcile` does with an event: nothing for an echo, a pass for anything else. */
  async deliver({ type, object }: Change): Promise<PassResult | undefined> {
    if (type !== "delete" && isEcho(object, this.kind.inputs)) return undefined;
    return this.pass(object.metadata.name);
  }

  /** One sweep, with bulk reads per page as `refresh` makes them. */
  async sweep(options: Partial<SweepOptions> = {}, from?: SweepPosition): Promise<SweepReport> {
    const { engine } = this;
    const portsForPage = () => ({ ...engine.ports, appManager: bulkReader(engine.ports.appManager) });
    const one = (key: Key, signal: AbortSignal) => pass(engine, this.kind, key, signal);
    const usual = {
      engine,
      portsForPage,
      pass: one,
      follow: () => {},
      pageSize: 500,
      concurrency: 8,
      budgetMs: 200_000,
    };
    return sweep({ ...usual, ...options }, from, new AbortController().signal);
  }

  /** Cuts the way to the platform, or mends it. */
  cut(down: boolean): void {
    this.way.down = down;
  }

  /** The key of an object of the home namespace. */
  key(name: string) {
    return { kind: this.kind.names.kind, namespace: home.namespace, name };
  }

  /** Calls of one sort since the trace was emptied. */
  count(): { readonly api: number; readonly platform: number; readonly writes: number; readonly secrets: number } {
    const api = this.trace.filter((call) => call.to === "api");
    const secrets = api.filter(({ verb }) => verb === "secret").length;
    const writes = api.filter(({ verb }) => verb === "patch" || verb === "patch status").length;
    return { api: api.length - secrets, platform: this.trace.length - api.length, writes, secrets };
  }

  readonly log: Log = {
    debug: (fields, message) => void this.lines.push({ level: "debug", fields, message }),
    info: (fields, message) => void this.lines.push({ level: "info", fields, message }),
    warn: (fields, message) => void this.lines.push({ level: "warn", fields, message }),
    error: (fields, message) => void this.lines.push({ level: "error", fields, message }),
  };
}
