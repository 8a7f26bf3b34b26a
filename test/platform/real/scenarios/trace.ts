import { until } from "../../../../cli/demo/expect.ts";
import type { Kubectl } from "../../../../cli/demo/kubectl.ts";
import { namespace, type Platform, type StoredChange } from "../../../../cli/demo/platform.ts";
import type { World } from "../../../../cli/demo/world.ts";
import { at } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { makeNormalise } from "./normal-form.ts";

/** What the outside sees of a run, in the form in which two runs can be compared. */
export interface Trace {
  /** Every state of each resource, by name, as a watch shows them: metadata, spec, status. */
  readonly stored: Readonly<Record<string, readonly unknown[]>>;
  /** What users asked for and were answered, in order; and what the scenario itself noted. */
  readonly notes: readonly unknown[];
  /**
   * Requests to AppManager that may have an effect, by the deployment that they are about. How often somebody looks, and
   * whether a look comes before or after another's effect, is a matter of speed.
   */
  readonly appManager: Readonly<Record<string, readonly unknown[]>>;
  /** Events that were delivered, by subject, with what they were answered. */
  readonly events: Readonly<Record<string, readonly unknown[]>>;
  /** Kubernetes Events in the users' namespace. */
  readonly kubernetesEvents: readonly unknown[];
}

/** Watches a platform and takes notes. */
export interface Recorder {
  note(value: unknown): void;
  /**
   * What was seen so far. It is put into its form when it is asked for: that takes a second, in which no server of this
   * process answers.
   */
  trace(): Promise<() => Trace>;
  /** The same as it came, by what it is. */
  texts(): Readonly<Record<"every state of the resources" | "answers to users", string>>;
  close(): Promise<void>;
}

/** What is around a platform, if anything. */
export type Surroundings = Partial<Pick<World, "appManager" | "changes">>;

/** Watches a platform from now on. */
export async function record(platform: Platform, around: Surroundings = {}): Promise<Recorder> {
  const notes: unknown[] = [];
  const changes: StoredChange[] = [];
  const watch = await platform.watch((change) => void changes.push(change));
  return {
    note: (value) => void notes.push(value),
    trace: async () => {
      const objects = await platform.all();
      await until({
        what: "the watch has caught up",
        limitMs: 10_000,
        holds: () => isCaughtUp(changes, objects),
        now: () => JSON.stringify(changes.at(-1)),
        screen: { wait: () => () => undefined },
      });
      const { appManager: { calls = [] } = {}, changes: { deliveries = [] } = {} } = around;
      const seen = {
        changes: [...changes],
        notes: [...notes],
        objects,
        calls: [...calls],
        deliveries: [...deliveries],
      };
      return () => toTrace(seen);
    },
    texts: () => ({
      "every state of the resources": JSON.stringify(changes),
      "answers to users": JSON.stringify(notes),
    }),
    close: () => watch.close(),
  };
}

/** True once the last change of each resource is the state in which it is stored; what a watch tells comes a little later. */
function isCaughtUp(changes: readonly StoredChange[], objects: readonly KubeObject[]): boolean {
  const versions = new Map(objects.map(({ metadata }) => [metadata.uid, metadata.resourceVersion]));
  const last = new Map(changes.map((change) => [change.object.metadata.uid, change]));
  return [...last].every(([uid, { type, object }]) =>
    type === "DELETED" ? !versions.has(uid) : versions.get(uid) === object.metadata.resourceVersion,
  );
}

/** What a trace is made of, as it was when the scenario ended. */
interface Seen {
  readonly changes: readonly StoredChange[];
  readonly notes: readonly unknown[];
  readonly objects: readonly KubeObject[];
  readonly calls: World["appManager"]["calls"];
  readonly deliveries: World["changes"]["deliveries"];
}

function toTrace({ changes, notes, objects, calls, deliveries }: Seen): Trace {
  const normalise = makeNormalise();
  // Resources come first, in the order of their names: ids are named as they are met.
  const stored = grouped(changes, ({ object }) => object.metadata.name, normalise);
  const kubernetesEvents = objects.filter(({ kind, metadata }) => kind === "Event" && metadata.namespace === namespace);
  return {
    stored,
    notes: notes.map(normalise),
    appManager: grouped(
      calls.filter(({ method }) => method !== "GET").map(toRequest),
      ({ about }) => String(normalise(about)),
      normalise,
    ),
    events: grouped(deliveries.map(toEvent), ({ subject }) => subject, normalise),
    kubernetesEvents: inOrder(kubernetesEvents).map(normalise),
  };
}

/**
 * In the order in which things happened, without the names: those hold a hash over ids that are drawn at random. A real
 * server shows each in another API group too, and says the version of a list's items once for all.
 */
function inOrder(events: readonly KubeObject[]): unknown[] {
  const keyOf = (event: KubeObject) =>
    [at(event, "involvedObject", "name"), at(event, "eventTime"), at(event, "reason")].join(" ");
  const core = events.filter((event) => at(event, "involvedObject") !== undefined);
  const sorted = core.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return sorted.map(({ apiVersion: _version, metadata: { name: _name, ...metadata }, ...event }) => ({
    ...event,
    metadata,
  }));
}

/**
 * Lists by what they are about. Between two subjects there is no order to compare: they are worked on at once.
 */
function grouped<Item>(
  items: readonly Item[],
  subjectOf: (item: Item) => string,
  normalise: (value: unknown) => unknown,
): Record<string, unknown[]> {
  const subjects = [...Map.groupBy(items, subjectOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(subjects.map(([subject, own]) => [subject, own.map(normalise)]));
}

function toRequest({ method, path, body, status }: World["appManager"]["calls"][number]) {
  const { metadata } = (body ?? {}) as { metadata?: { name?: string; deploymentId?: string } };
  const id = /\/deployments\/([^/?]+)/.exec(path)?.[1] ?? /deploymentId=([^&]+)/.exec(path)?.[1];
  return { about: id ?? metadata?.deploymentId ?? metadata?.name ?? path, method, path, body, status };
}

function toEvent({ type, subject, outcome, tries, status }: World["changes"]["deliveries"][number]) {
  return { type, subject, outcome, tries, status };
}

/** The same kubectl; each command and its answer is noted. */
export function noting(kubectl: Kubectl, note: Recorder["note"]): Kubectl {
  const noted = (command: unknown, answer: ReturnType<Kubectl["create"]>) =>
    answer.then((given) => {
      note({ command, answer: given });
      return given;
    });
  return {
    apply: (object, file, options) => noted(["apply", file, options ?? {}], kubectl.apply(object, file, options)),
    create: (object) => noted(["create", object.metadata.name], kubectl.create(object)),
    patch: (name, patch) => noted(["patch", name, patch], kubectl.patch(name, patch)),
    delete: (name) => noted(["delete", name], kubectl.delete(name)),
  };
}
