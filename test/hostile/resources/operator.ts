import { makeCluster } from "../../../shared/adapters/kubernetes/cluster.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { ReadSecret } from "../../../shared/core/secret.ts";
import type { Engine, PassResult } from "../../../shared/engine/engine.ts";
import { pass } from "../../../shared/engine/pass.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import type { Log } from "../../../shared/ports/log.ts";
import { makePlatform, type Platform, resetPlatform } from "../../../simulators/app-manager/platform.ts";
import { copyState, type State } from "../../../simulators/app-manager/state.ts";
import { example } from "../../builders/vvp-deployment.ts";
import { settings } from "../../table/vvp-deployment/admission-rig.ts";
import { absentPorts } from "../../world/absent-ports.ts";
import { makeWay, type PlatformCall, platformPort } from "../../world/platform-port.ts";
import { VirtualClock } from "../../world/virtual-clock.ts";
import { home } from "../../world/world.ts";
import { Plane } from "./plane.ts";
import type { Mode } from "./splice.ts";

/** What must stay where it is: the token that is used, one beside it, and one of another namespace. */
export const canaries = {
  own: "canary+own/4f1c9a7e",
  beside: "canary+beside/83d0b2c5",
  elsewhere: "canary+elsewhere/61e7f9d4",
} as const;

const delays = { startMs: 1_500, cancelMs: 1_000, savepointMs: 700, stopMs: 300, jitter: 0 };

/** A resource and its deployment, once they are in step. */
interface Beginning {
  readonly object: KubeObject;
  readonly state: State;
}

/** The shipped engine and adapters between an API server and a platform, both in memory and in virtual time. */
export class Operator {
  readonly clock = new VirtualClock();
  readonly plane = new Plane(() => this.clock.now());
  readonly platform: Platform;
  readonly calls: PlatformCall[] = [];
  readonly lines: unknown[] = [];
  /** Reads of Secrets by the shipped adapter. */
  readonly readSecret: ReadSecret;
  readonly #engine: Engine;
  readonly #begun = new Map<Mode, Beginning>();

  constructor() {
    this.platform = makePlatform({ seed: 1, token: canaries.own, delays }, () => this.clock.now());
    this.plane.addSecret(home.namespace, home.secret, canaries.own);
    this.plane.addSecret(home.namespace, "another-secret", canaries.beside);
    this.plane.addSecret("weir-system", home.secret, canaries.elsewhere);
    const write = (fields: unknown, message: string) => void this.lines.push({ fields, message });
    const log: Log = { debug: write, info: write, warn: write, error: write };
    const cluster = makeCluster(this.plane.api);
    this.readSecret = (namespace, name) => cluster.readSecret(namespace, name);
    const appManager = platformPort(this.platform, makeWay(this.calls), this.readSecret, home.instanceId);
    const { clock } = this;
    const ports = { ...absentPorts, cluster, appManager };
    this.#engine = { kinds: [vvpDeployment], ports, settings, clock, log, observe: () => {} };
  }

  /** One pass over an object. */
  pass({ metadata }: KubeObject): Promise<PassResult> {
    const key = { kind: vvpDeployment.names.kind, namespace: home.namespace, name: metadata.name };
    return pass(this.#engine, vvpDeployment, key, new AbortController().signal);
  }

  /** Ids that the platform gave deployments and savepoints. */
  ids(): ReadonlySet<string> {
    return new Set(this.platform.state.rows.keys());
  }

  /** As after `reset`, with the example of a mode created and looked at once. */
  async begin(mode: Mode): Promise<KubeObject> {
    this.reset();
    const begun = this.#begun.get(mode) ?? (await this.#settle(mode));
    this.#begun.set(mode, begun);
    this.reset();
    this.platform.state = copyState(begun.state);
    this.plane.restore(begun.object);
    return this.plane.find(begun.object.metadata.name) as KubeObject;
  }

  async #settle(mode: Mode): Promise<Beginning> {
    this.plane.create(JSON.stringify(example(mode)));
    await this.pass(example(mode));
    const object = this.plane.find(example(mode).metadata.name) as KubeObject;
    return { object, state: copyState(this.platform.state) };
  }

  /** Forgets everything but the Secrets. */
  reset(): void {
    this.plane.clear();
    resetPlatform(this.platform);
    this.calls.length = 0;
    this.lines.length = 0;
  }
}
