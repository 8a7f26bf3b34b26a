import type { CloudEvent } from "../../../../shared/adapters/knative/decode-event.ts";
import { keyOf } from "../../../../shared/core/object.ts";
import type { Settings } from "../../../../shared/core/settings.ts";
import { Kubelet } from "../../../../simulators/flink/kubelet.ts";
import { usualSettings } from "../../../builders/settings.ts";
import { MemoryArtifacts } from "../../../world/memory-artifacts.ts";
import type { Change } from "../../../world/memory-cluster.ts";
import { MemoryObjects } from "../../../world/memory-objects.ts";
import { beginning } from "../../../world/virtual-clock.ts";
import type { Dice } from "../../dice.ts";
import { ApiServer } from "../../model/api-server.ts";
import { type FaultPlan, type Met, Network } from "../../network.ts";
import type { FunctionName } from "../../pod.ts";
import { type Delivery, Service } from "../../service.ts";
import { type Story, untold } from "../../story.ts";
import { Timeline } from "../../timeline.ts";
import { type FlinkDeed, flinkDeeds, jobNameOf } from "./deeds.ts";
import { FlinkEffects } from "./effects.ts";
import { bootFlinkPod } from "./pod.ts";
import type { FlinkSchedule } from "./schedule.ts";
import { FlinkWitness } from "./witness.ts";

const durations = { jobStartMs: 1_200, initializingMs: 400, restartMs: 1_500, cancelMs: 800, savepointMs: 1_500 };

/** API server, Kubernetes' controllers, Flink, sources, ticks, services, and the code that ships between them. */
export class FlinkUniverse {
  readonly timeline = new Timeline();
  readonly schedule: FlinkSchedule;
  readonly server: ApiServer;
  readonly objects: MemoryObjects;
  readonly kubelet: Kubelet;
  readonly witness: FlinkWitness;
  /** Milliseconds since the epoch, by every clock that is right. */
  readonly now: () => number;
  /** Deeds that were done, in their order. */
  readonly done: FlinkDeed[] = [];
  /** A JobManager was removed before it had come so far as to keep metadata of its job. */
  removedEarly = false;
  /** Calls that went out. */
  calls = 0;
  readonly #story: Story;
  readonly #effects: FlinkEffects | undefined;
  readonly #network: Network;
  readonly #services: Readonly<Record<FunctionName, Service>>;
  readonly #dice: Dice;
  #published = 0;
  #chance = 0;

  constructor(schedule: FlinkSchedule, dice: Dice, plan: FaultPlan, story: Story) {
    this.schedule = schedule;
    this.#dice = dice;
    this.#story = story;
    this.now = () => beginning + this.timeline.now;
    this.server = new ApiServer(this.now);
    this.objects = new MemoryObjects(this.now, { push: () => {} });
    this.kubelet = new Kubelet(this.objects, {
      version: "1.20.5",
      startMs: schedule.startMs,
      cleanUpMs: 800,
      stopMs: 2_000,
      outliveMs: 700,
      lingerMs: 1_500,
      restAfterMs: schedule.restAfterMs,
      durations,
      behaviour: () => ({}),
    });
    this.witness = new FlinkWitness(this);
    this.#effects = story === untold ? undefined : new FlinkEffects(this);
    const counted: FaultPlan = (place, kind, now) => {
      if (kind.startsWith("api ") || kind.startsWith("objects ") || kind.startsWith("flink ")) this.calls += 1;
      return plan(place, kind, now);
    };
    this.#network = new Network(this.timeline, dice, counted, story);
    this.#services = { reconcile: this.#service("reconcile"), refresh: this.#service("refresh") };
  }

  /** What went wrong, in its order. */
  get met(): readonly Met[] {
    return this.#network.met;
  }

  /** Has a user, or somebody else, do something. */
  act(deed: FlinkDeed): void {
    this.#story.tell(this.timeline.now, "user", deed);
    this.catchUp();
    this.done.push(deed);
    const { server, objects, kubelet, schedule, done } = this;
    if (deed === "removeJobManager") this.removedEarly ||= !keepsJob(objects);
    flinkDeeds[deed]({
      cluster: server.cluster,
      objects,
      kubelet,
      subject: schedule.subject,
      now: this.now(),
      count: done.length,
    });
    this.#changed();
  }

  /** Lets controllers and garbage collection do what is due. */
  catchUp(): void {
    const owners = new Set(this.server.cluster.all().map(({ metadata }) => metadata.uid ?? ""));
    const collected = this.objects.collect((uid) => !owners.has(uid));
    this.witness.collected(collected);
    this.kubelet.tick(this.now());
    this.witness.look();
  }

  /** Sends one tick. */
  tick(): void {
    this.#services.refresh.deliver({ kind: "tick", what: "tick", event: plainEvent("dev.knative.sources.ping") });
  }

  /** Ends all processes; nothing happens any more. */
  close(): void {
    for (const service of Object.values(this.#services)) service.close();
  }

  #service(name: FunctionName): Service {
    const { mostPods, skewMs, follows } = this.schedule.setting;
    const artifacts = new MemoryArtifacts();
    artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
    const service: Service = new Service({
      name,
      timeline: this.timeline,
      network: this.#network,
      mostPods,
      skewMs,
      boot: (process) =>
        bootFlinkPod(name, process, {
          server: this.server,
          objects: this.objects,
          kubelet: this.kubelet,
          artifacts,
          network: this.#network,
          settings: settingsOf(this.schedule),
          now: this.now,
          random: () => this.#random(),
          catchUp: () => this.catchUp(),
          onWrite: () => this.#changed(),
          busOf: (sender) => (follows ? service.busOf(sender) : undefined),
        }),
    });
    return service;
  }

  #random(): number {
    this.#chance += 1;
    return this.#dice.at(-this.#chance, 40);
  }

  /** Looks at what an effect has changed, and lets the source tell of it. */
  #changed(): void {
    this.witness.writes += 1;
    this.catchUp();
    this.#effects?.tell(this.timeline.now, this.#story);
    const { changes } = this.server.cluster;
    const news = changes.slice(this.#published);
    this.#published = changes.length;
    if (this.schedule.setting.hears) for (const change of news) this.#services.reconcile.deliver(toDelivery(change));
  }

  /** The resource whose job the run is about; undefined where it is gone. */
  get job() {
    return this.server.cluster.find(jobNameOf(this.schedule));
  }
}

function settingsOf({ setting }: FlinkSchedule): Settings {
  return { ...usualSettings, quarantineMs: setting.quarantineMs };
}

function toDelivery({ type, object }: Change): Delivery {
  const { name, resourceVersion } = object.metadata;
  const event = plainEvent(`dev.knative.apiserver.resource.${type}`);
  const key = keyOf(object.kind ?? "", object);
  return { kind: "event", what: `${type} of ${name} at ${resourceVersion}`, event: { ...event, key, data: object } };
}

function plainEvent(type: string): CloudEvent {
  return { type, source: "/source", id: "1", extensions: {} };
}

function keepsJob(objects: MemoryObjects): boolean {
  return objects.all("ConfigMap").some(({ metadata }) => /-[0-9a-f]{32}-config-map$/.test(metadata.name));
}
