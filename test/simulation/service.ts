import type { CloudEvent } from "../../shared/adapters/knative/decode-event.ts";
import { OperatorError } from "../../shared/core/error.ts";
import type { Bus, OwnEvent } from "../../shared/ports/bus.ts";
import { pick } from "./dice.ts";
import type { Fault, IoKind } from "./faults.ts";
import type { Network, Placed } from "./network.ts";
import type { FunctionName, Pod } from "./pod.ts";
import { Process } from "./process.ts";
import type { Timeline } from "./timeline.ts";

/** What one request carries. */
export interface Delivery {
  readonly kind: IoKind;
  readonly what: string;
  readonly event: CloudEvent;
  readonly own?: OwnEvent;
}

/** How a service behaves. */
export interface ServiceOptions {
  readonly name: FunctionName;
  readonly timeline: Timeline;
  readonly network: Network;
  /** Pods at once, at most. */
  readonly mostPods: number;
  /** How far a pod's wall clock may be off, in milliseconds. */
  readonly skewMs: number;
  /** Whether a request goes to the other version of Weir, by a number from 0 to 1; absent where there is one version. */
  readonly goesToOther?: (number: number) => boolean;
  readonly boot: (process: Process, isOther: boolean) => Pod;
}

/** A source sends an event this often at most, 50 ms to 1.6 s apart (`knative.md`). */
const mostSendings = 6;

/** The longest that a request waits for a pod that starts, in milliseconds. */
const coldestStartMs = 20_000;

/** When a request that is cut off is so at the latest, in milliseconds. */
const longestRequestMs = 5_000;

/** How long a pod that is told to end may take for it, in milliseconds. */
const graceMs = 30_000;

/** A Knative Service: pods that start when they are needed, take requests, are told to end, and die. */
export class Service {
  readonly #options: ServiceOptions;
  #pods: Pod[] = [];
  /** Those of its pods that are of the other version. */
  readonly #others = new Set<Pod>();
  readonly #all: Process[] = [];
  #born = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Sends an event as a source does: again after a failure, and then not any more. */
  deliver(delivery: Delivery): void {
    const { network, timeline, name } = this.#options;
    const { place, fault } = network.place(delivery.kind, delivery.what, `to ${name}`);
    if (fault === "lost") return;
    const roll = (face: number) => network.roll(place, face);
    const copies = fault === "twice" ? 2 + Math.floor(roll(4) * 5) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delay = fault === "delayed" || copy > 0 ? roll(5 + copy) * 120_000 : this.#waiting(place, fault);
      timeline.after(delay, () => this.#send(delivery, { place, fault }, 1));
    }
  }

  /** How long a request is on its way; one that waits for a start, until the pod serves. */
  #waiting(place: number, fault: Fault | undefined): number {
    return this.#options.network.roll(place, 5) * (fault === "cold" ? coldestStartMs : 20);
  }

  #send(delivery: Delivery, { place, fault }: Placed, sending: number): void {
    const { timeline, network } = this.#options;
    this.#take(delivery, { place, fault }).catch(() => {
      if (sending >= mostSendings) return;
      timeline.after(25 * 2 ** sending, () => this.#send(delivery, { place, fault: undefined }, sending + 1));
    });
    if (fault !== "terminated") return;
    const [pod] = this.#pods;
    if (pod !== undefined)
      timeline.after(network.roll(place, 12) * 3_000, () => this.#terminate(pod, network.roll(place, 13)));
  }

  /** Routes a request to a pod and settles when that has answered; rejects when it could not, died, or was too slow. */
  #take({ event, own }: Delivery, { place, fault }: Placed, signal?: AbortSignal): Promise<void> {
    const { network, timeline } = this.#options;
    const pod = this.#route(place, fault === "cold");
    const request = new AbortController();
    if (signal?.aborted) request.abort();
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    return new Promise((resolve, reject) => {
      const closed = () => reject(new OperatorError("Unavailable", "the connection was closed"));
      pod.process.mourners.add(closed);
      const done = (settle: () => void) => () => {
        pod.process.mourners.delete(closed);
        settle();
      };
      pod.take(event, own, request.signal).then(done(resolve), (error: unknown) => done(() => reject(error))());
      if (fault !== "timed out") return;
      timeline.after(network.roll(place, 18) * longestRequestMs, () => {
        pod.process.deliver(() => request.abort());
        closed();
        // Nothing counts what goes on behind an answer, so that its pod may go.
        if (network.roll(place, 19) < 0.5) pod.process.die();
      });
    });
  }

  /** A pod that serves, or a new one; for a cold start always that. */
  #route(place: number, isCold: boolean): Pod {
    const { mostPods, network, boot, timeline, name, skewMs } = this.#options;
    this.#pods = this.#pods.filter(({ process }) => process.alive);
    const isOther = this.#options.goesToOther?.(network.roll(place, 17)) ?? false;
    const serving = this.#pods.filter((pod) => this.#others.has(pod) === isOther);
    const roll = network.roll(place, 14);
    if (!isCold && serving.length > 0 && (serving.length >= mostPods || roll < 0.6)) {
      return pick(serving, network.roll(place, 15));
    }
    this.#born += 1;
    const skew = (2 * network.roll(place, 16) - 1) * skewMs;
    const process = new Process(`${isOther ? "other " : ""}${name}-${this.#born}`, timeline, skew);
    this.#all.push(process);
    const pod = boot(process, isOther);
    this.#pods.push(pod);
    if (isOther) this.#others.add(pod);
    return pod;
  }

  /** Takes the pods of the version that was replaced out of service; each finishes what it is at, within its grace. */
  replace(isOther: boolean): void {
    const replaced = this.#pods.filter((pod) => this.#others.has(pod) === isOther);
    this.#pods = this.#pods.filter((pod) => !replaced.includes(pod));
    for (const { process, drain } of replaced) {
      process.deliver(() => void drain());
      this.#options.timeline.after(graceMs, () => process.die(), process.isDead);
    }
  }

  /** SIGTERM: no new requests, a drain, and the end after it, or at once where there is no grace. */
  #terminate(pod: Pod, roll: number): void {
    this.#pods = this.#pods.filter((one) => one !== pod);
    if (roll < 0.3) pod.process.die();
    pod.process.deliver(() => void pod.drain().finally(() => pod.process.die()));
    this.#options.timeline.after(graceMs, () => pod.process.die(), pod.process.isDead);
  }

  /** When the last of its processes that stand still goes on, or went on. */
  get thawsAt(): number {
    let latest = 0;
    for (const { thawsAt } of this.#all) latest = Math.max(latest, thawsAt);
    return latest;
  }

  /** Ends all processes that ever were. */
  close(): void {
    for (const process of this.#all) process.die();
  }

  /** The way of a pod to its own service. */
  busOf(sender: Process): Bus {
    return { send: (event, signal) => this.#carry(sender, event, signal) };
  }

  #carry(sender: Process, event: OwnEvent, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { network, timeline } = this.#options;
    if (!sender.alive) return new Promise(() => {});
    const { place, fault } = network.place("own event", event.type, sender.name);
    return new Promise((resolve, reject) => {
      const lose = () => sender.deliver(() => reject(new OperatorError("Unavailable", "nobody answered")));
      signal.addEventListener("abort", () => sender.deliver(resolve), { once: true });
      if (fault === "lost") return timeline.after(50, lose);
      const gone = new AbortController();
      sender.mourners.add(() => gone.abort());
      signal.addEventListener("abort", () => gone.abort(), { once: true });
      const delay = fault === "delayed" ? network.roll(place, 5) * 120_000 : this.#waiting(place, fault);
      timeline.after(delay, () => {
        const delivery = { kind: "own event", what: event.type, event: ownEvent(event), own: event } as const;
        this.#take(delivery, { place, fault }, gone.signal).then(() => sender.deliver(resolve), lose);
        const [pod] = this.#pods;
        if (fault === "terminated" && pod !== undefined)
          timeline.after(1_000, () => this.#terminate(pod, network.roll(place, 13)));
      });
    });
  }
}

function ownEvent({ type }: OwnEvent): CloudEvent {
  return { type, source: "/weir", id: "own", extensions: {} };
}
