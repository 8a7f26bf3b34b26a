import type { CloudEvent } from "../../shared/adapters/knative/decode-event.ts";
import { type KubeObject, keyOf } from "../../shared/core/object.ts";
import type { OperatorRecord } from "../../shared/core/record.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { vvpDeployment } from "../../shared/kinds/vvp-deployment/kind.ts";
import { pausedAnnotation } from "../../shared/kinds/vvp-deployment/names.ts";
import type { Log } from "../../shared/ports/log.ts";
import { type Admin, makeAdmin } from "../../simulators/app-manager/admin.ts";
import { makePlatform, type Platform } from "../../simulators/app-manager/platform.ts";
import { copyState, type State } from "../../simulators/app-manager/state.ts";
import { usualSettings } from "../builders/settings.ts";
import type { Change, MemoryCluster } from "../world/memory-cluster.ts";
import { beginning } from "../world/virtual-clock.ts";
import { home } from "../world/world.ts";
import type { Dice } from "./dice.ts";
import { Effects } from "./effects.ts";
import { type FlowDeed, flowDeeds } from "./exhaustive/deeds.ts";
import { Expenses } from "./expenses.ts";
import { Forgetting } from "./forgetting.ts";
import { keptLog } from "./kept-log.ts";
import { ApiServer } from "./model/api-server.ts";
import { LeaseStore } from "./model/lease-store.ts";
import { type FaultPlan, type Met, Network } from "./network.ts";
import { bootPod, type FunctionName } from "./pod.ts";
import type { Process } from "./process.ts";
import { creationOnlyPath, tokenIn } from "./rare-deeds.ts";
import { goesToOther } from "./rollout.ts";
import type { Setting } from "./schedule.ts";
import { type Delivery, Service } from "./service.ts";
import { type Story, untold } from "./story.ts";
import { Timeline } from "./timeline.ts";
import { Witness } from "./witness.ts";

const delays = { startMs: 1_500, cancelMs: 1_000, savepointMs: 700, stopMs: 300, jitter: 0 };

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** What was there before a run: an API server and a platform at rest, which are copied and stay as they are. */
export interface Past {
  readonly cluster: MemoryCluster;
  readonly state: State;
  /** What was done to them. */
  readonly done: ReadonlySet<FlowDeed>;
  /** The uids of resources that ever had a deployment. */
  readonly owners: ReadonlySet<string>;
  /** Every record that there was. */
  readonly records: readonly OperatorRecord[];
}

/** A whole world in one process: API server, platform, sources, ticks, services, and the code that ships between them. */
export class Universe {
  readonly timeline = new Timeline();
  readonly server: ApiServer;
  readonly platform: Platform;
  readonly admin: Admin;
  readonly witness: Witness;
  readonly expenses = new Expenses();
  /** What pods logged; kept in one of 32 seeds. */
  readonly logged: string[] | undefined;
  /** How many deeds were done. */
  deeds = 0;
  /** Which ones, those of its past as well. */
  readonly done = new Set<FlowDeed>();
  readonly settings: Settings;
  readonly setting: Setting;
  /** Milliseconds since the epoch, by the clocks of the API server and of the platform. */
  readonly now: () => number;
  readonly #story: Story;
  readonly #effects: Effects | undefined;
  readonly #dice: Dice;
  readonly #network: Network;
  readonly #services: Readonly<Record<FunctionName, Service>>;
  readonly #forgetting = new Forgetting();
  #published = 0;
  #chance = 0;

  /** It begins with a past; or so many milliseconds ago, and is to become one; or as an empty world. */
  constructor(
    setting: Setting,
    seed: number,
    dice: Dice,
    plan: FaultPlan,
    story: Story,
    before: Past | { readonly agoMs: number } = { agoMs: 0 },
  ) {
    const agoMs = "agoMs" in before ? before.agoMs : 0;
    const now = () => beginning - agoMs + this.timeline.now;
    this.now = now;
    this.setting = setting;
    this.logged = seed % 32 === 0 ? [] : undefined;
    this.#story = story;
    this.#dice = dice;
    this.settings = settingsOf(setting);
    this.server = new ApiServer(now);
    this.server.cluster.secrets.set(`${home.namespace}/${home.secret}`, { token: home.token });
    this.platform = makePlatform({ seed, token: home.token, delays }, now);
    this.admin = makeAdmin(this.platform);
    this.witness = new Witness(this.server.cluster, this.platform);
    this.#effects = story === untold ? undefined : new Effects(this.server.cluster, this.platform);
    this.#network = new Network(this.timeline, this.#dice, this.expenses.over(plan), story);
    this.#services = { reconcile: this.#service("reconcile", now), refresh: this.#service("refresh", now) };
    if ("cluster" in before) this.#continue(before);
    const { rollout } = setting;
    if (rollout !== undefined) this.timeline.after(rollout.to, () => this.#replace(!rollout.otherLast));
    Object.assign(this.platform.state, { creationOnlyPaths: [creationOnlyPath], pageSize: setting.pageSize ?? 0 });
  }

  #continue({ cluster, state, done, owners, records }: Past): void {
    for (const deed of done) this.done.add(deed);
    for (const uid of owners) this.witness.owners.add(uid);
    this.witness.requests.records.push(...records);
    this.server.cluster.continue(cluster);
    this.platform.state = copyState(state);
    this.#published = cluster.changes.length;
    this.witness.meet();
    this.#effects?.tell(0, untold);
  }

  /** What went wrong, in its order. */
  get met(): readonly Met[] {
    return this.#network.met;
  }

  /** When the last process that stands still goes on, or went on; 0 where none ever did. */
  get thawsAt(): number {
    const { reconcile, refresh } = this.#services;
    return Math.max(reconcile.thawsAt, refresh.thawsAt);
  }

  /** Has a user, or somebody else, do something. */
  act(deed: FlowDeed): void {
    this.#story.tell(this.timeline.now, "user", deed);
    this.deeds += 1;
    this.done.add(deed);
    const { cluster } = this.server;
    this.happen(() => flowDeeds[deed]({ cluster, admin: this.admin, clock: { skip: () => {} } }));
  }

  /** Lets something be done to the world that is nothing of Weir's. */
  happen(act: () => void): void {
    this.witness.strangers.during(act);
    this.witness.restarts.forgive();
    this.#changed();
  }

  /** Nobody keeps Weir from its work any more: nothing is paused, and the platform lets it in. */
  calm(): void {
    const { namespaces, tokens } = this.platform.state;
    if (this.server.cluster.all().some(hasPauseMark)) this.act("resume");
    if (namespaces.size === 0) this.act("showNamespace");
    if (!tokens.has(tokenIn(this.server.cluster))) this.act("replaceToken");
  }

  /** Ends all processes; nothing happens any more. */
  close(): void {
    for (const service of Object.values(this.#services)) service.close();
  }

  /** Sends one tick. */
  tick(): void {
    const event = plainEvent("dev.knative.sources.ping");
    this.#services.refresh.deliver({ kind: "tick", what: "tick", event });
  }

  /** Ends the pods of a version. */
  #replace(isOther: boolean): void {
    for (const service of Object.values(this.#services)) service.replace(isOther);
  }

  #service(name: FunctionName, now: () => number): Service {
    const leases = this.setting.leases ? new LeaseStore(now) : undefined;
    const { mostPods, skewMs, follows, rollout } = this.setting;
    const service: Service = new Service({
      name,
      timeline: this.timeline,
      network: this.#network,
      mostPods,
      skewMs,
      ...(rollout && { goesToOther: (number: number) => goesToOther(rollout, this.timeline.now, number) }),
      boot: (process, isOther) =>
        bootPod(name, process, {
          differs: isOther ? rollout?.difference : undefined,
          server: this.server,
          leases,
          platform: this.platform,
          network: this.#network,
          settings: this.settings,
          pageSize: this.setting.pageSize ?? 500,
          log: this.logged === undefined ? silent : keptLog(this.logged),
          random: () => this.#random(),
          observe: () => {
            this.expenses.passes += 1;
          },
          onWrite: () => this.#changed(),
          busOf: (sender: Process) => (follows ? service.busOf(sender) : undefined),
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
    this.witness.look();
    this.#effects?.tell(this.timeline.now, this.#story);
    const { changes } = this.server.cluster;
    const news = changes.slice(this.#published);
    this.#published = changes.length;
    if (this.setting.rollout !== undefined) this.witness.violations.push(...this.#forgetting.judge(news));
    if (this.setting.hears) for (const change of news) this.#services.reconcile.deliver(toDelivery(change));
  }
}

function hasPauseMark({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[pausedAnnotation] !== undefined;
}

const knownSettings = new Map<number, Settings>();

/** The same settings are the same object, so that what is known of an object under them is known in all worlds. */
function settingsOf({ quarantineMs }: Setting): Settings {
  const settings = knownSettings.get(quarantineMs) ?? { ...usualSettings, quarantineMs };
  knownSettings.set(quarantineMs, settings);
  return settings;
}

function toDelivery({ type, object }: Change): Delivery {
  const { name, resourceVersion } = object.metadata;
  const event = plainEvent(`dev.knative.apiserver.resource.${type}`);
  const key = keyOf(vvpDeployment.names.kind, object);
  return { kind: "event", what: `${type} of ${name} at ${resourceVersion}`, event: { ...event, key, data: object } };
}

function plainEvent(type: string): CloudEvent {
  return { type, source: "/source", id: "1", extensions: {} };
}
