import { example } from "../builders/vvp-deployment.ts";
import { eventCases } from "../hostile/wire/events/corpus.ts";
import { binary } from "../hostile/wire/events/event-case.ts";
import { type Carrier, carriers } from "../hostile/wire/json/carriers.ts";
import { jsonTexts } from "../hostile/wire/json/corpus.ts";
import type { AnswerCase } from "../hostile/wire/platform/answer-case.ts";
import { type PortCall, portCalls, portThat } from "../hostile/wire/platform/calls.ts";
import { derivedAnswers } from "../hostile/wire/platform/derived.ts";
import { genericAnswers } from "../hostile/wire/platform/generic.ts";
import { makePods, type Pods, type Sent } from "../hostile/wire/pods.ts";
import { envelopeCases } from "../hostile/wire/reviews/envelopes.ts";
import { mutatedReviews } from "../hostile/wire/reviews/mutations.ts";
import { objectCases } from "../hostile/wire/reviews/objects.ts";
import { review, sound } from "../hostile/wire/reviews/review-case.ts";
import { restingWorld } from "../hostile/wire/worlds.ts";

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
  readonly plain: (bytes: number) => Work;
}

/** What resources are full of, for plain inputs of a size: a list of pairs of a name and a value. */
function filling(bytes: number): string {
  const pair = '{"name":"SOME_VARIABLE","value":"some value"}';
  const count = Math.max(0, Math.floor((bytes - 2) / (pair.length + 1)));
  return `[${Array.from({ length: count }, () => pair).join(",")}]`;
}

/** Every kind of hostile input on the wire. */
export async function hostileKinds(): Promise<Kind[]> {
  const world = await restingWorld();
  const pods = makePods(world);
  pods.lease.holder = "another sweep";
  const tidy = () => {
    world.trace.length = 0;
    world.lines.length = 0;
  };
  const work = (id: string, endpoint: keyof Pods & Carrier["endpoint"], sent: Sent): Work => {
    const bytes =
      sent.body.byteLength + sent.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    return { id, bytes, run: () => pods[endpoint](sent).finally(tidy) };
  };
  return [
    {
      name: "event",
      works: eventCases.map(({ id, sent }) => work(id, "reconcile", sent)),
      plain: (bytes) => work("plain", "reconcile", binary({}, `{"spec":${filling(bytes - 200)}}`)),
    },
    ...carriers.map((carrier) => ({
      name: carrier.name,
      works: jsonTexts.map((text) => work(text.id, carrier.endpoint, carrier.carry(text))),
      plain: (bytes: number) => work("plain", carrier.endpoint, carrier.carry(plainText(bytes))),
    })),
    {
      name: "review",
      works: [...envelopeCases, ...objectCases, ...mutatedReviews].map(({ id, body }) =>
        work(id, "admission", toSent(body)),
      ),
      plain: (bytes) => work("plain", "admission", toSent(plainReview(bytes))),
    },
    ...portCalls.map(answerKind),
  ];
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
    const port = portThat(answer);
    return { id, bytes: answer.text.length, run: () => one.call(port).catch(() => undefined) };
  };
  return {
    name: `answer to ${one.name}`,
    works: [...genericAnswers, ...derivedAnswers(one.name, one.honest)].map(work),
    plain: (bytes) => {
      const text = JSON.stringify(one.honest).replace("{", `{"filling":${filling(bytes - 500)},`);
      return work({ id: "plain", answer: { status: 200, text, retryAfter: undefined } });
    },
  };
}
