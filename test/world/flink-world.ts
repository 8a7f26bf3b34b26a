import { flinkOver } from "../../shared/adapters/flink/client.ts";
import type { Transport, WireAnswer, WireRequest } from "../../shared/adapters/http.ts";
import { isOperatorError, OperatorError } from "../../shared/core/error.ts";
import { isEcho } from "../../shared/core/input.ts";
import type { KubeEvent } from "../../shared/core/kube-event.ts";
import type { Key, KubeObject } from "../../shared/core/object.ts";
import type { Settings } from "../../shared/core/settings.ts";
import type { Engine, EngineKind, PassResult } from "../../shared/engine/engine.ts";
import { pass } from "../../shared/engine/pass.ts";
import { type SweepReport, sweep } from "../../shared/engine/sweep.ts";
import { flinkDeployment } from "../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../shared/kinds/flink-session-job/kind.ts";
import type { FlinkMetrics } from "../../shared/ports/flink-metrics.ts";
import { Kubelet } from "../../simulators/flink/kubelet.ts";
import type { KubeletOptions } from "../../simulators/flink/kubelet-options.ts";
import { answer } from "../../simulators/flink/rest.ts";
import { usualSettings } from "../builders/settings.ts";
import { absentPorts } from "./absent-ports.ts";
import { evenChance } from "./even-chance.ts";
import { toRestRequest } from "./flink-wire.ts";
import { MemoryArtifacts } from "./memory-artifacts.ts";
import { type Change, type ClusterCall, MemoryCluster } from "./memory-cluster.ts";
import { MemoryObjects, type ObjectCall } from "./memory-objects.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** A call of a cluster's REST, or the creation of an Event. */
export interface FlinkCall {
  readonly to: "flink" | "events";
  readonly verb: string;
  readonly about: string;
}

const usualOptions: KubeletOptions = {
  version: "1.20.5",
  startMs: 3_000,
  stopMs: 2_000,
  outliveMs: 500,
  durations: { jobStartMs: 1_000, cancelMs: 500, savepointMs: 1_500 },
  behaviour: () => ({}),
};

/** What the API server takes as an `eventTime`. */
const microTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** The API server, Flink on it, and the engine between them, in one process and in virtual time. */
export class FlinkWorld {
  readonly clock = new VirtualClock();
  readonly trace: (ClusterCall | ObjectCall | FlinkCall)[] = [];
  readonly passes: PassResult[] = [];
  readonly cluster = new MemoryCluster(() => this.clock.now(), this.trace);
  readonly objects = new MemoryObjects(() => this.clock.now(), this.trace);
  readonly artifacts = new MemoryArtifacts();
  readonly kubelet: Kubelet;
  readonly settings: Settings;
  /** Events, in the order in which they were created. */
  readonly events: KubeEvent[] = [];
  readonly lines: { readonly fields: object; readonly message: string }[] = [];
  engine: Engine;
  /** What the autoscaler measures jobs by, over the same way as all REST calls. */
  metrics: FlinkMetrics | undefined;
  /** Says no to a REST request before it is sent, or to its answer after it was applied. */
  way: (request: WireRequest, when: "before" | "after", effect: () => unknown) => string | undefined = () => undefined;
  /** What arrives of an answer of Flink's. */
  garble: (text: string, request: WireRequest) => string = (text) => text;
  /** Deployments that outlived their resource, as garbage collection found them. */
  readonly orphans: string[] = [];
  #late: { readonly at: number; readonly effect: () => unknown }[] = [];

  readonly kinds: readonly EngineKind[];

  constructor(
    options: Partial<KubeletOptions> = {},
    settings: Partial<Settings> = {},
    kinds: readonly EngineKind[] = [flinkDeployment],
  ) {
    this.kinds = kinds;
    this.kubelet = new Kubelet(this.objects, { ...usualOptions, ...options });
    this.settings = { ...usualSettings, ...settings };
    this.engine = this.boot();
  }

  /** A new process of Weir's: nothing is remembered but what the API server and Flink hold. */
  boot(): Engine {
    const { clock, cluster, objects, artifacts, settings, kinds } = this;
    const transport: Transport = {
      warm: async () => {},
      close: () => {},
      send: async (request) => this.#exchange(request),
    };
    // Pauses between the tries of a read are over at once: nobody else lets time pass in the middle of a pass.
    const impatient = { now: () => clock.now(), monotonic: () => clock.monotonic(), sleep: async () => {} };
    const flink = flinkOver(
      transport,
      { version: "0" },
      { clock: { ...impatient, timeout: () => new AbortController().signal }, random: evenChance },
    );
    this.metrics = flink.metrics;
    const say = (fields: object, message: string) => void this.lines.push({ fields, message });
    this.engine = {
      kinds,
      ports: {
        ...absentPorts,
        cluster,
        objects,
        flink,
        artifacts,
        recorder: { record: (event) => this.#record(event) },
      },
      settings,
      clock,
      log: { debug: say, info: say, warn: say, error: say },
      observe: (result) => void this.passes.push(result),
    };
    return this.engine;
  }

  async #record(event: KubeEvent): Promise<boolean> {
    this.trace.push({ to: "events", verb: "create", about: event.reason });
    if (!microTime.test(event.eventTime)) throw new OperatorError("Malformed", `eventTime ${event.eventTime}`);
    if (this.events.some(({ metadata }) => metadata.name === event.metadata.name)) return false;
    this.events.push(event);
    return true;
  }

  async #exchange(request: WireRequest): Promise<WireAnswer | { why: string; sent: boolean; cause: "way" }> {
    const { hostname, pathname, search } = new URL(request.url);
    const [service = ""] = hostname.split(".");
    const name = service.replace(/-rest$/, "");
    this.trace.push({ to: "flink", verb: request.method, about: `${name} ${pathname}${search}` });
    const asked = await toRestRequest(request);
    const effect = () => {
      const process = this.kubelet.reach(request.url, this.clock.now());
      return process && answer(process, asked, this.clock.now());
    };
    const lost = this.way(request, "before", effect);
    if (lost !== undefined) return { why: lost, sent: false, cause: "way" };
    const replied = effect();
    if (replied === undefined) return { why: "ECONNREFUSED", sent: false, cause: "way" };
    const late = this.way(request, "after", effect);
    if (late !== undefined) return { why: late, sent: true, cause: "way" };
    return { status: replied.status, text: this.garble(JSON.stringify(replied.body), request), retryAfter: undefined };
  }

  /** Has a call take effect after so many milliseconds, whoever sent it; nobody hears of its answer. */
  later(ms: number, effect: () => unknown): void {
    this.#late.push({ at: this.clock.now() + ms, effect });
  }

  /** Lets time pass for the pods, for garbage collection, and for what takes effect late. */
  skip(ms: number): void {
    const until = this.clock.now() + ms;
    const due = this.#late.filter(({ at }) => at <= until);
    this.#late = this.#late.filter(({ at }) => at > until);
    for (const { at, effect } of due) {
      this.#goOn(at - this.clock.now());
      try {
        effect();
      } catch (error) {
        if (!isOperatorError(error)) throw error;
      }
    }
    this.#goOn(until - this.clock.now());
  }

  #goOn(ms: number): void {
    this.clock.skip(ms);
    const owners = new Set(this.cluster.all().map(({ metadata }) => metadata.uid ?? ""));
    const collected = this.objects.collect((uid) => !owners.has(uid));
    const deployments = collected.filter(({ kind }) => kind === "Deployment");
    this.orphans.push(...deployments.map(({ metadata }) => metadata.name));
    this.kubelet.tick(this.clock.now());
  }

  /** One pass over a resource; `other/orders` is one outside of the namespace `flink`, here as in all below. */
  pass(name = "orders"): Promise<PassResult> {
    const kind = this.#kindOf(this.find(name));
    const key = { kind: kind.names.kind, ...placeOf(name) };
    return pass(this.engine, kind, key, new AbortController().signal);
  }

  /** One pass over a session job. */
  passJob(name: string): Promise<PassResult> {
    const key = { kind: "FlinkSessionJob", ...placeOf(name) };
    return pass(this.engine, flinkSessionJob, key, new AbortController().signal);
  }

  /** What `reconcile` does with an event. */
  async deliver({ type, object }: Change): Promise<PassResult | undefined> {
    const { inputs } = this.#kindOf(object);
    const { namespace, name } = object.metadata;
    return type !== "delete" && isEcho(object, inputs) ? undefined : this.pass(`${namespace}/${name}`);
  }

  #kindOf(object: KubeObject | undefined): EngineKind {
    return this.kinds.find(({ names }) => names.kind === object?.kind) ?? flinkDeployment;
  }

  /** What `refresh` does at a tick. */
  sweep(): Promise<SweepReport> {
    const { engine } = this;
    const one = ({ namespace, name }: Key) => this.pass(`${namespace}/${name}`);
    const portsForPage = () => engine.ports;
    const bounds = { pageSize: 500, concurrency: 8, budgetMs: 200_000 };
    return sweep(
      { engine, portsForPage, pass: one, follow: () => {}, ...bounds },
      undefined,
      new AbortController().signal,
    );
  }

  /** Follows a resource once a second, as long as its passes say that it moves, at most so many times. */
  async follow(name = "orders", limit = 60): Promise<PassResult> {
    let result = await this.pass(name);
    for (let round = 0; round < limit && (result.end === "moving" || result.end === "waiting"); round += 1) {
      this.skip(1_000);
      result = await this.pass(name);
    }
    return result;
  }

  /** The resource as it stands. */
  find(name = "orders"): KubeObject | undefined {
    const { namespace, name: own } = placeOf(name);
    return this.cluster.find(own, namespace);
  }
}

function placeOf(text: string): Pick<Key, "namespace" | "name"> {
  const [name = "", namespace = "flink"] = text.split("/").reverse();
  return { namespace, name };
}
