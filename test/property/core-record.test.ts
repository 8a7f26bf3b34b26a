import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputHash, isEcho } from "../../shared/core/input.ts";
import { finalizer, type KubeObject } from "../../shared/core/object.ts";
import { type OperatorRecord, readRecord, recordAnnotation, writeRecord } from "../../shared/core/record.ts";
import { vvpDeployment } from "../../shared/kinds/vvp-deployment/kind.ts";
import { anyJson, seeded, withoutNull } from "./json-arbitrary.ts";

const text = fc.string({ maxLength: 8 });
const instant = fc.integer({ min: 0, max: 2 ** 42 });
const intent = fc.record(
  {
    key: text,
    attempt: fc.integer({ min: 1, max: 9 }),
    at: instant,
    content: text,
    refused: text,
    details: withoutNull,
  },
  { requiredKeys: ["key", "attempt", "at", "content"] },
);

const value = fc.maxSafeInteger();
const nonce = fc.record(
  {
    observed: value,
    processed: value,
    burnt: fc.array(value, { maxLength: 3 }),
    blocked: text,
    waiting: fc.record({ value, since: instant }),
  },
  { requiredKeys: ["burnt"] },
);

const record: fc.Arbitrary<OperatorRecord> = fc.record(
  {
    v: fc.constant(1 as const),
    uid: fc.constant("uid-1"),
    generation: fc.integer({ min: 0, max: 9 }),
    input: text,
    id: text,
    target: withoutNull,
    applied: text,
    rejected: fc.record({ hash: text, at: instant, message: text }),
    intents: fc.array(intent, { maxLength: 3 }),
    normalised: fc.dictionary(text, text, { maxKeys: 3 }),
    whole: fc.constant(true as const),
    corrected: fc.record({ at: instant }),
    initial: fc.record(
      { content: text, state: fc.constantFrom("COMPLETED", "FAILED"), message: text },
      { requiredKeys: ["content", "state"] },
    ),
    scaling: fc.record({ since: instant, at: instant }, { requiredKeys: ["since"] }),
    nonces: fc.record(
      {
        savepoint: nonce,
        restart: nonce,
        accepted: fc.nat(9),
        taking: fc.record({ content: text, since: instant }),
        restarted: text,
      },
      { requiredKeys: ["accepted"] },
    ),
  },
  { requiredKeys: ["v", "uid", "generation", "input", "intents"] },
);

function carrying(annotation: unknown, uid = "uid-1"): KubeObject {
  return { metadata: { name: "one", uid, annotations: { [recordAnnotation]: annotation as string } } };
}

/** The same with its members, those of its nonces and of each nonce the other way round. */
function turned(record: OperatorRecord): OperatorRecord {
  const { nonces } = record;
  if (nonces === undefined) return flip(record);
  const { savepoint, restart } = nonces;
  const memories = { ...(savepoint && { savepoint: flip(savepoint) }), ...(restart && { restart: flip(restart) }) };
  return flip({ ...record, nonces: flip({ ...nonces, ...memories }) });
}

function flip<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).reverse()) as Value;
}

describe("the record", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(readRecord(carrying(writeRecord(value)))).toEqual({ state: "own", record: value });
      }),
      seeded(300),
    );
  });

  it("has one text, whatever the order of its fields", () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(writeRecord(turned(value))).toBe(writeRecord(value));
      }),
      seeded(100),
    );
  });

  it("is written back with what only another version knows, wherever that stands", () => {
    const later = { later: { at: 1 } };
    fc.assert(
      fc.property(record, nonce, (value, one) => {
        const nonces = { ...value.nonces, accepted: 1, savepoint: { ...one, ...later }, ...later };
        const intents = value.intents.map((intent) => ({ ...intent, ...later }));
        const given = { ...later, ...value, intents, nonces };
        const reading = readRecord(carrying(JSON.stringify(given)));
        const written = reading.state === "own" ? writeRecord(reading.record) : "";
        expect(JSON.parse(written)).toEqual(given);
        expect(written).toMatch(/"later":\{"at":1\}\}$/);
      }),
      seeded(100),
    );
  });

  it("of another object is never read", () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(readRecord(carrying(writeRecord(value), "uid-2"))).toEqual({ state: "foreign" });
      }),
      seeded(50),
    );
  });

  it("is not there where there is no annotation", () => {
    expect(readRecord({ metadata: { name: "one" } })).toEqual({ state: "none" });
  });

  it("with any field of another kind is rubbish, never a surprise later on", () => {
    const fields = ["v", "uid", "generation", "input", "id", "target", "applied", "rejected", "intents", "nonces"];
    fc.assert(
      fc.property(record, fc.constantFrom(...fields), anyJson, (value, field, other) => {
        const reading = readRecord(carrying(JSON.stringify({ ...value, [field]: other })));
        if (reading.state !== "own") return;
        const { id = "", applied = "", target = {}, rejected, intents, generation, input } = reading.record;
        expect([typeof id, typeof applied, typeof input, typeof target]).toEqual([
          "string",
          "string",
          "string",
          "object",
        ]);
        expect(Number.isSafeInteger(generation)).toBe(true);
        for (const one of intents) expect(Number.isFinite(one.at) && Number.isSafeInteger(one.attempt)).toBe(true);
        if (rejected !== undefined) expect(typeof rejected.message).toBe("string");
      }),
      seeded(1_000),
    );
  });

  it("survives any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (annotation) => {
        expect(readRecord(carrying(annotation)).state).toBe("malformed");
      }),
      seeded(500),
    );
  });
});

describe("an echo", () => {
  const { inputs } = vvpDeployment;
  const uid = "uid-1";
  const base: KubeObject = { metadata: { name: "one", uid, generation: 2, finalizers: [finalizer] } };
  const known: OperatorRecord = { v: 1, uid, generation: 2, input: inputHash(base, inputs), intents: [] };

  function object(metadata: object = {}, change: Partial<OperatorRecord> = {}): KubeObject {
    const annotations = { [recordAnnotation]: writeRecord({ ...known, ...change }) };
    return { ...base, metadata: { ...base.metadata, annotations, ...metadata } };
  }

  it.each<{ name: string; why: string; object: KubeObject; echo: boolean }>([
    { name: "settled", why: "generation and input are those on record", object: object(), echo: true },
    { name: "a new spec", why: "the generation moved", object: object({ generation: 3 }), echo: false },
    {
      name: "a new owner",
      why: "a label is input",
      object: object({ labels: { "ververica.platform/owner": "b" } }),
      echo: false,
    },
    { name: "any other label", why: "it is no input", object: object({ labels: { app: "b" } }), echo: true },
    { name: "being deleted", why: "there is work to do", object: object({ deletionTimestamp: "now" }), echo: false },
    { name: "without finalizer", why: "it has to come back", object: object({ finalizers: [] }), echo: false },
    {
      name: "an open intent",
      why: "a crash may have followed the write",
      object: object({}, { intents: [{ key: "create", attempt: 1, at: 0, content: "" }] }),
      echo: false,
    },
    { name: "another's record", why: "it says nothing about this one", object: object({ uid: "uid-2" }), echo: false },
    { name: "without record", why: "nothing is known", object: base, echo: false },
  ])("$name: $echo ($why)", ({ object: one, echo }) => expect(isEcho(one, inputs)).toBe(echo));

  it("changes with each of our annotations", () => {
    const { annotations = {} } = object().metadata;
    const paused = object({ annotations: { ...annotations, "weir.dev/paused": "true" } });
    const secret = object({ annotations: { ...annotations, apikeySecretName: "another" } });
    const other = object({ annotations: { ...annotations, "example.com/note": "hello" } });
    expect([paused, secret, other].map((one) => isEcho(one, inputs))).toEqual([false, false, true]);
  });

  it("is decided on any body of an event without throwing", () => {
    const part = fc.oneof(anyJson, fc.constantFrom([finalizer], finalizer, null));
    const metadata = fc.dictionary(
      fc.constantFrom("name", "uid", "generation", "labels", "annotations", "finalizers"),
      part,
    );
    fc.assert(
      fc.property(fc.record({ metadata: fc.oneof(metadata, anyJson) }), fc.boolean(), (body, recorded) => {
        const annotations = { [recordAnnotation]: writeRecord(known) };
        const more = recorded && typeof body.metadata === "object" ? { annotations, uid } : {};
        const metadataOf = { ...(body.metadata as object), ...more };
        expect(typeof isEcho({ ...body, metadata: metadataOf } as unknown as KubeObject, inputs)).toBe("boolean");
        expect(typeof isEcho(body as unknown as KubeObject, inputs)).toBe("boolean");
      }),
      seeded(1_000),
    );
  });
});
