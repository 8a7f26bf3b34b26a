import { describe, expect, it } from "vitest";
import { configuration } from "../../../shared/flink/schema/configuration.ts";

const options = (count: number, value: unknown = "x") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`option-${index}`, value]));
const tooMany = ["must have at most 1000 options"];
const tooLong = ["must have at most 65536 characters"];

describe("what a configuration may be at most", () => {
  it.each<{ name: string; why: string; map: object; says: readonly string[] }>([
    { name: "none", why: "the defaults hold", map: {}, says: [] },
    { name: "a thousand options", why: "Flink has some 900", map: options(1_000), says: [] },
    { name: "one more", why: "nobody wrote them", map: options(1_001), says: tooMany },
    { name: "nested ones", why: "as good as flat ones", map: { a: options(500), b: options(501) }, says: tooMany },
    { name: "items", why: "each costs as much", map: { a: Array(1_001).fill(1) }, says: tooMany },
    { name: "many long ones", why: "the first is told alone", map: options(1_001, "x".repeat(200)), says: tooMany },
    { name: "a long text", why: "a list of jars", map: { a: "x".repeat(60_000) }, says: [] },
    { name: "a longer one", why: "nobody wrote it", map: { a: "x".repeat(65_536) }, says: tooLong },
    { name: "long names", why: "they count as well", map: { ["x".repeat(65_536)]: "" }, says: tooLong },
  ])("$name ($why)", ({ map, says }) => {
    const parsed = configuration("Options.").safeParse(map);
    expect(parsed.error?.issues.map(({ message }) => message) ?? []).toEqual(says);
  });
});
