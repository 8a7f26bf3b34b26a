import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type Decision, firstMatch } from "../../../shared/core/chain.ts";
import { conditionsOf, defineKind, ownRecord } from "../../../shared/core/kind.ts";
import { finalizer, keyOf, keyText } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { validate } from "../../../shared/core/validate.ts";
import { usualSettings } from "../../builders/settings.ts";

const says = (name: string, result?: string): Decision<null, string> => ({ name, why: "", decide: () => result });

describe("a chain", () => {
  it("is decided by the first rule that has something to say", () => {
    expect(firstMatch([says("a"), says("b", "yes"), says("c", "no")], null)).toEqual({ rule: "b", result: "yes" });
  });

  it("that decides nothing is a defect", () => {
    expect(() => firstMatch([says("a"), says("b")], null)).toThrow("no rule of a, b decided");
  });
});

describe("a status", () => {
  const sound = { type: "A", status: "True", reason: "R", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };

  it.each<{ name: string; status: unknown; count: number }>([
    { name: "is absent", status: undefined, count: 0 },
    { name: "is null", status: null, count: 0 },
    { name: "is a text", status: "fine", count: 0 },
    { name: "has no list", status: { conditions: {} }, count: 0 },
    { name: "has one condition", status: { conditions: [sound] }, count: 1 },
    { name: "has rubbish next to it", status: { conditions: [null, "x", sound, { ...sound, reason: 1 }] }, count: 1 },
    {
      name: "has one without its time",
      status: { conditions: [{ ...sound, lastTransitionTime: undefined }] },
      count: 0,
    },
  ])("that $name gives $count condition(s)", ({ status, count }) => {
    expect(conditionsOf({ metadata: { name: "one" }, status: status as never })).toHaveLength(count);
  });
});

describe("an object", () => {
  it("is named by kind, namespace and name", () => {
    const object = { metadata: { name: "one", namespace: "home" } };
    expect(keyText(keyOf("Thing", object))).toBe("Thing/home/one");
    expect(keyOf("Thing", { metadata: { name: "one" } }).namespace).toBe("");
  });

  it("has a record only if it is its own", () => {
    const text = JSON.stringify({ v: 1, uid: "a", generation: 1, input: "", intents: [] });
    const carrying = (uid: string) => ({ metadata: { name: "one", uid, annotations: { [recordAnnotation]: text } } });
    expect([ownRecord(carrying("a"))?.uid, ownRecord(carrying("b"))]).toEqual(["a", undefined]);
  });
});

describe("validation", () => {
  const spec = z.object({ size: z.int().min(1), tags: z.array(z.string()).optional() });
  const rule = {
    name: "small",
    why: "",
    severity: "deny" as const,
    message: "is too large",
    path: "spec.size",
    holds: ({ object }: { object: { spec?: unknown } }) => (object.spec as { size: number }).size < 10,
  };
  const warning = { ...rule, name: "odd", severity: "warn" as const, message: "is odd", holds: () => false };

  it.each<{ name: string; spec: unknown; violations: unknown }>([
    { name: "a sound spec", spec: { size: 1 }, violations: [] },
    { name: "a missing field", spec: {}, violations: [{ path: "spec.size", message: "Required value" }] },
    { name: "no spec", spec: undefined, violations: [{ path: "spec", message: "Required value" }] },
    { name: "a broken rule", spec: { size: 11 }, violations: [{ path: "spec.size", message: "is too large" }] },
    {
      name: "a field of another type, before any rule",
      spec: { size: 11, tags: [1] },
      violations: [{ path: "spec.tags.0", message: "Invalid input: expected string, received number" }],
    },
  ])("$name", ({ spec: value, violations }) => {
    const object = { metadata: { name: "one" }, spec: value as never };
    expect(validate({ schema: { spec }, rules: [rule, warning] }, { object, settings: usualSettings })).toEqual(
      violations,
    );
  });

  it("tells a hundred violations of the schema at most", () => {
    const object = { metadata: { name: "one" }, spec: { size: 1, tags: Array.from({ length: 1_000 }, () => 1) } };
    expect(validate({ schema: { spec }, rules: [rule] }, { object, settings: usualSettings })).toHaveLength(100);
  });

  it("looks at bounds first", () => {
    const object = { metadata: { name: "one" }, spec: JSON.parse('{"constructor":{}}') };
    expect(validate({ schema: { spec }, rules: [rule] }, { object, settings: usualSettings })).toEqual([
      { path: "spec", message: 'has the key "constructor", which is not allowed' },
    ]);
  });

  it("is that of the kind that is made of it", () => {
    const kind = defineKind<unknown, null, never, never>({
      names: { group: "g", version: "v1", kind: "Thing", plural: "things", singular: "thing" },
      summary: "",
      schema: { spec, status: z.object({}) },
      columns: [],
      conditions: [],
      aggregate: { type: "Healthy", summary: "", allMet: "", severalFailing: "" },
      rules: [rule],
      chain: [{ name: "rest", why: "", decide: () => ({ why: "", actions: [] }) }],
      inputs: { labels: [], annotations: [] },
      permissions: [],
      inScope: () => true,
      gather: async () => null,
      claim: () => undefined,
      conclude: () => ({ record: undefined, status: {}, revisit: undefined }),
    });
    const object = { metadata: { name: "one", finalizers: [finalizer] }, spec: { size: 11 } };
    expect(kind.validate({ object, settings: usualSettings })).toEqual([
      { path: "spec.size", message: "is too large" },
    ]);
  });
});
