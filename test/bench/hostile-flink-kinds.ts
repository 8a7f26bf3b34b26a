import { makeAdmissionHandler } from "../../functions/admission/handle.ts";
import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { readText } from "../../shared/runtime/body.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";
import { portThat } from "../contract/flink/recordings.ts";
import { type DearResource, dearFlink, soundFlink } from "../hostile/resources/dear-flink.ts";
import { type PortCall, portCalls } from "../hostile/wire/flink/calls.ts";
import { casesOf } from "../hostile/wire/flink/cases.ts";
import { type AnswerCase, says } from "../hostile/wire/platform/answer-case.ts";
import { FlinkWorld } from "../world/flink-world.ts";
import { filling, type Kind, type Work } from "./hostile-kinds.ts";
import { makeSeconds } from "./unseen.ts";

/** Below the 10,000 values that a spec may have, as plain ones have them, or the 100,000 of a review. */
const largestOf = { FlinkDeployment: 17, FlinkSessionJob: 17, FlinkStateSnapshot: 20 } as const;

/** Below what the adapter of clusters takes for one answer, 4 MiB. */
const largestAnswer = 21;

/** Hostile resources of the Flink kinds, at admission (created, changed from a sound one, updated as they are) and in a pass, and hostile answers of a cluster. */
export function flinkKinds(): Kind[] {
  const world = new FlinkWorld({}, {}, kinds as readonly EngineKind[]);
  const dear = (name: Name) => dearFlink.filter(({ object }) => object.kind === name);
  return [
    ...names.map((name) => resourceKind("review", name, reviewIn(world), dear(name))),
    ...names.map((name) => resourceKind("change", name, updateIn(world, true), dear(name))),
    ...names.map((name) => resourceKind("update", name, updateIn(world, false), dear(name))),
    ...names.map((name) => {
      const stored = dear(name).filter(({ isStorable }) => isStorable);
      return resourceKind("pass", name, passIn(world), stored);
    }),
    ...portCalls.map(answerKind),
  ];
}

/** A kind of Flink's. */
export type Name = keyof typeof soundFlink;
export const names = Object.keys(soundFlink) as readonly Name[];

type Run = (object: KubeObject) => () => Promise<unknown>;

/** Resources of a kind, and what is done with each. */
export function resourceKind(
  what: string,
  name: Name,
  run: Run,
  all: readonly Pick<DearResource, "id" | "object">[],
): Kind {
  const work = (id: string, object: KubeObject): Work => ({
    id,
    bytes: JSON.stringify(object).length,
    run: run(object),
  });
  return {
    name: `${what} of a ${name}`,
    works: all.map(({ id, object }) => work(id, object)),
    largest: largestOf[name],
    plain: (bytes) => work("plain", plainResource(name, bytes)),
  };
}

/**
 * A sound resource with as many of what resources of the kind are full of: variables of containers, arguments of a session
 * job, and no options beside them, so that all that an option costs is seen; a snapshot's spec has nothing that there could
 * be many of.
 */
function plainResource(name: Name, bytes: number): KubeObject {
  const list = JSON.parse(filling(bytes - 1_500)) as { readonly value: string }[];
  const more = {
    FlinkDeployment: { spec: { podTemplate: { spec: { containers: [{ name: "flink-main-container", env: list }] } } } },
    FlinkSessionJob: {
      spec: { job: { args: list.map((pair) => JSON.stringify(pair)) } },
    },
    FlinkStateSnapshot: { status: { list } },
  }[name];
  return mergePatch(soundFlink[name] as unknown as JsonValue, more as JsonValue) as unknown as KubeObject;
}

/** From the text that arrives to the answer. */
export function reviewIn(world: FlinkWorld): Run {
  const answer = answererIn(world);
  return (object) => answer({ operation: "CREATE", object });
}

/** The same of an update of what was deployed: of a sound one that becomes it, or of one like it. */
function updateIn(world: FlinkWorld, fromSound: boolean): Run {
  const answer = answererIn(world);
  return (object) => {
    const before = fromSound ? soundFlink[object.kind as Name] : object;
    const deployed = { lastReconciledSpec: JSON.stringify({ spec: before.spec }), state: "DEPLOYED" };
    const status = object.status ?? { reconciliationStatus: deployed };
    return answer({ operation: "UPDATE", object: { ...object, status }, oldObject: { ...before, status } });
  };
}

/** What answers a question of an API server. */
function answererIn({ settings }: FlinkWorld) {
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const parts = { kinds: kinds as readonly EngineKind[], settings, preview: true, readSecret: undefined, log };
  const handler: Handler = makeAdmissionHandler({ ...parts, metrics: makeMetrics() });
  return (asked: { readonly operation: string; readonly object: KubeObject; readonly oldObject?: unknown }) => {
    const kind = { group: "flink.apache.org", version: "v1beta1", kind: asked.object.kind };
    const request = { uid: "u", kind, ...asked };
    const text = JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request });
    const body = makeSeconds(text, (one) => Buffer.from(one));
    const read = (most: number) => readText(chunks(body()), most);
    return () => handler({ headers: [], read, signal: never.signal });
  };
}

const never = new AbortController();

async function* chunks(body: Uint8Array) {
  yield body;
}

/** From the text that is stored to what would be written. */
export function passIn({ engine, settings }: FlinkWorld): Run {
  return (resource) => {
    const metadata = { ...resource.metadata, uid: "u", generation: 1, resourceVersion: "1" };
    const stored = makeSeconds(JSON.stringify({ ...resource, metadata }), (text) => text);
    const kind = engine.kinds.find(({ names }) => names.kind === resource.kind) as EngineKind;
    return async () => {
      const object = JSON.parse(stored()) as KubeObject;
      const look = await kind.look({ object, ports: engine.ports, settings, now: 0, signal: never.signal });
      return look.conclude([]);
    };
  };
}

function answerKind(one: PortCall): Kind {
  const work = ({ id, answer }: Pick<AnswerCase, "id" | "answer">): Work => {
    const { port } = portThat(one.cluster(answer));
    return { id, bytes: answer.text.length, run: () => one.call(port).catch(() => undefined) };
  };
  return {
    name: `answer of Flink to ${one.name}`,
    works: [...casesOf(one), ...larges].map(work),
    largest: largestAnswer,
    plain: (bytes) => {
      const text = JSON.stringify(one.honest);
      const comma = text === "{}" ? "" : ",";
      return work({ id: "plain", answer: says(200, text.replace("{", `{"filling":${filling(bytes - 500)}${comma}`)) });
    },
  };
}

/** What no cluster says, as large as a transport of some call lets it through. */
const larges: readonly Pick<AnswerCase, "id" | "answer">[] = [
  { id: "answer/10-mb/text", answer: says(200, `{"x":"${"y".repeat(10_000_000)}"}`) },
  { id: "answer/10-mb/numbers", answer: says(200, `{"x":[${"1,".repeat(5_000_000)}1]}`) },
  { id: "answer/10-mb/depth", answer: says(200, `{"x":${"[".repeat(5_000_000)}${"]".repeat(5_000_000)}}`) },
  { id: "answer/10-mb/html", answer: says(200, "<html>".repeat(1_600_000)) },
  { id: "answer/10-mb/html-500", answer: says(500, "<html>".repeat(1_600_000)) },
];
