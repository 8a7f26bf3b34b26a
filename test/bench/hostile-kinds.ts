import { example } from "../builders/vvp-deployment.ts";
import { eventCases } from "../hostile/wire/events/corpus.ts";
import { binary, type EventCase } from "../hostile/wire/events/event-case.ts";
import { sweepCases } from "../hostile/wire/events/sweeps.ts";
import { type Carrier, carriers } from "../hostile/wire/json/carriers.ts";
import { jsonTexts } from "../hostile/wire/json/corpus.ts";
import type { AnswerCase } from "../hostile/wire/platform/answer-case.ts";
import { type PortCall, portCalls, portThatAnswers } from "../hostile/wire/platform/calls.ts";
import { derivedAnswers } from "../hostile/wire/platform/derived.ts";
import { genericAnswers } from "../hostile/wire/platform/generic.ts";
import { makePods, type Sent } from "../hostile/wire/pods.ts";
import { envelopeCases } from "../hostile/wire/reviews/envelopes.ts";
import { mutatedReviews } from "../hostile/wire/reviews/mutations.ts";
import { objectCases } from "../hostile/wire/reviews/objects.ts";
import { review, sound } from "../hostile/wire/reviews/review-case.ts";
import { resource, restingWorld } from "../hostile/wire/worlds.ts";
import { makeBlanks } from "./unseen.ts";

const blanks = makeBlanks();

/** An input, what deals with it, and how many bytes it has. */
export interface Work {
  readonly id: string;
  readonly bytes: number;
  readonly run: () => Promise<unknown>;
}

/** Hostile inputs of one kind, and a plain one of that kind of any size. */
export interface Kind {
  readonly name: string;
  readonly works: readonly Work[];
  /** The power of two of bytes beyond which nothing is looked at, so that no plain input may have more. */
  readonly largest: number;
  readonly plain: (bytes: number) => Work;
}

/** Below what the functions read of a body: 1.6 MB of an event, 10,000 keys of a follow event, 3 MiB of a review. */
const largestOf = { reconcile: 20, refresh: 20, follow: 19, admission: 21 } as const;

/** Below what the adapter of the platform takes for one answer, 4 MiB. */
const largestAnswer = 21;

/** What resources are full of, for plain inputs of a size: a list of pairs of a name and a value. */
export function filling(bytes: number): string {
  const pair = '{"name":"SOME_VARIABLE","value":"some value"}';
  const count = Math.max(0, Math.floor((bytes - 2) / (pair.length + 1)));
  return `[${Array.from({ length: count }, () => pair).join(",")}]`;
}

/** Pods over a world at rest, and what they make of an input. */
type Stage = (id: string, endpoint: Carrier["endpoint"], sent: Sent) => Work;

/** Every kind of hostile input on the wire. */
export async function hostileKinds(): Promise<Kind[]> {
  const stage = await makeStage();
  const endpoints = ["reconcile", "refresh"] as const;
  return [
    ...endpoints.map((endpoint) => eventKind(stage, endpoint)),
    ...endpoints.map(followKind),
    ...carriers.map((carrier) => textKind(stage, carrier)),
    reviewKind(stage),
    ...portCalls.map(answerKind),
  ];
}

async function makeStage(): Promise<Stage> {
  const world = await restingWorld();
  const pods = makePods(world);
  pods.lease.holder = "another sweep";
  const tidy = () => {
    for (const carrier of pods.bus.carriers.splice(0)) carrier.answer();
    world.trace.length = 0;
    world.lines.length = 0;
  };
  return (id, endpoint, sent) => {
    const ofHeaders = sent.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    return { id, bytes: sent.body.byteLength + ofHeaders, run: () => pods[endpoint](sent).finally(tidy) };
  };
}

function eventKind(work: Stage, endpoint: "reconcile" | "refresh"): Kind {
  const cases = [...eventCases, ...(endpoint === "refresh" ? sweepCases : [])].filter((one) => !isFollow(one));
  return {
    name: `event at ${endpoint}`,
    works: cases.map(({ id, sent }) => work(id, endpoint, sent)),
    largest: largestOf[endpoint],
    plain: (bytes) => work("plain", endpoint, binary({}, `{"spec":${filling(bytes - 200)}}`)),
  };
}

/** Each follow event has pods of its own, since it leaves them something to do. */
function followKind(endpoint: "reconcile" | "refresh"): Kind {
  const alone = (id: string, sent: Sent): Work => {
    let work: Promise<Work> | undefined;
    const run = async () => {
      work ??= makeStage().then((stage) => stage(id, endpoint, sent));
      return (await work).run();
    };
    return { id, bytes: sent.body.byteLength, run };
  };
  return {
    name: `follow event at ${endpoint}`,
    works: eventCases.filter(isFollow).map(({ id, sent }) => alone(id, sent)),
    largest: largestOf.follow,
    plain: (bytes) => alone("plain", plainFollow(bytes)),
  };
}

function textKind(work: Stage, { name, endpoint, carry }: Carrier): Kind {
  return {
    name,
    works: jsonTexts.map((text) => work(text.id, endpoint, carry(text))),
    largest: largestOf[endpoint],
    plain: (bytes) => work("plain", endpoint, carry(plainText(bytes))),
  };
}

function reviewKind(work: Stage): Kind {
  const cases = [...envelopeCases, ...objectCases, ...mutatedReviews];
  return {
    name: "review",
    works: cases.map(({ id, body }) => work(id, "admission", toSent(body))),
    largest: largestOf.admission,
    plain: (bytes) => work("plain", "admission", toSent(plainReview(bytes))),
  };
}

function isFollow({ id }: EventCase): boolean {
  return id.startsWith("event/follow-");
}

/** Names of resources that are not there: each costs a look, which is what a follow event asks for. */
function plainFollow(bytes: number): Sent {
  const key = (index: number) => ({ ...resource, name: `a-resource-${index}` });
  const count = Math.floor((bytes - 200) / (JSON.stringify(key(10_000)).length + 1));
  return binary({ type: "dev.weir.follow" }, JSON.stringify({ keys: Array.from({ length: count }, (_, i) => key(i)) }));
}

function plainText(bytes: number) {
  return { id: "plain", bytes: Buffer.from(filling(bytes)), says: "accept", excess: false } as const;
}

function toSent(body: string): Sent {
  return { headers: [["content-type", "application/json"]], body: Buffer.from(body) };
}

/** An update, so that both objects are looked at, as they are in many of the hostile ones. */
function plainReview(bytes: number): string {
  const object = { ...example("PATCH"), status: JSON.parse(filling(bytes - 5_000)) as unknown };
  return JSON.stringify(review({ operation: "UPDATE", object, oldObject: sound }));
}

function answerKind(one: PortCall): Kind {
  const work = ({ id, answer }: Pick<AnswerCase, "id" | "answer">): Work => {
    const port = portThatAnswers(() => ({ ...answer, text: `${answer.text}${blanks()}` }));
    return { id, bytes: answer.text.length, run: () => one.call(port).catch(() => undefined) };
  };
  return {
    name: `answer to ${one.name}`,
    works: [...genericAnswers, ...derivedAnswers(one.name, one.honest)].map(work),
    largest: largestAnswer,
    plain: (bytes) => {
      const text = JSON.stringify(one.honest).replace("{", `{"filling":${filling(bytes - 500)},`);
      return work({ id: "plain", answer: { status: 200, text, retryAfter: undefined } });
    },
  };
}
