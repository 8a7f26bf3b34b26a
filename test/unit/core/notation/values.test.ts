import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDuration, readLenientDuration, writeDuration } from "../../../../shared/core/notation/duration.ts";
import { readMemory, readQuantity, showMemory, writeMemory } from "../../../../shared/core/notation/memory-size.ts";
import { readBoolean, readDouble, readInteger, readWord } from "../../../../shared/core/notation/scalar.ts";
import { seeded } from "../../../property/json-arbitrary.ts";

const why = (pattern: RegExp) => expect.objectContaining({ ok: false, reason: expect.stringMatching(pattern) });

describe("durations as Flink notes them", () => {
  it.each([
    { text: "10 min", ms: 600_000 },
    { text: "10m", ms: 600_000 },
    { text: "6h", ms: 21_600_000 },
    { text: "24h", ms: 86_400_000 },
    { text: "60000", ms: 60_000 },
    { text: "5 MINUTE", ms: 300_000 },
    { text: " 1 day ", ms: 86_400_000 },
    { text: "0", ms: 0 },
    { text: "1500 µs", ms: 1 },
    { text: "2000000ns", ms: 2 },
  ])("$text", ({ text, ms }) => {
    expect(readDuration(text)).toEqual({ ok: true, value: ms });
  });

  it.each([
    { text: "1h30m", reason: /^is no duration of Flink; write 90 min$/, because: "Go's form" },
    { text: "PT6H", reason: /^is no duration of Flink; write 6 h$/, because: "Flink 1.20 refuses ISO durations" },
    { text: "P1DT1S", reason: /write 86401 s$/, because: "the same" },
    { text: "", reason: /write a number and a unit/, because: "nothing" },
    { text: "5 parsecs", reason: /write a number and a unit/, because: "no unit of time" },
    { text: "-1 s", reason: /write a number and a unit/, because: "time has no sign" },
    { text: "1.5 h", reason: /write a number and a unit/, because: "Flink reads whole numbers only" },
    { text: "P", reason: /write a number and a unit/, because: "ISO of nothing" },
    { text: "9999999999999999999 d", reason: /longer than a hundred years/, because: "a slip" },
  ])("$text is none: $because", ({ text, reason }) => {
    expect(readDuration(text)).toEqual(why(reason));
  });

  it.each([
    { text: "PT6H", ms: 21_600_000 },
    { text: "pt1.5s", ms: 1_500 },
    { text: "P2DT3H4M", ms: 183_840_000 },
    { text: "10 min", ms: 600_000 },
  ])("$text where Weir alone reads it", ({ text, ms }) => {
    expect(readLenientDuration(text)).toEqual({ ok: true, value: ms });
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (ms) => {
        expect(readDuration(writeDuration(ms))).toEqual({ ok: true, value: ms });
      }),
      seeded(300),
    );
    expect([0, 1, 90_000, 3_600_000].map(writeDuration)).toEqual(["0 ms", "1 ms", "90 s", "1 h"]);
  });
});

describe("memory (3.1: Flink's notation first, then Kubernetes')", () => {
  it.each([
    { text: "2048m", bytes: 2 ** 31, because: "the guide's" },
    { text: "2g", bytes: 2 ** 31, because: "gibi, not giga" },
    { text: "2G", bytes: 2 ** 31, because: "gibi too: Flink's parser is first" },
    { text: "2Gi", bytes: 2 ** 31, because: "a quantity" },
    { text: "2 gb", bytes: 2 ** 31, because: "Flink allows a blank" },
    { text: "1.5Gi", bytes: 1.5 * 2 ** 30, because: "a quantity may have a fraction" },
    { text: "1e9", bytes: 10 ** 9, because: "a quantity may have an exponent" },
    { text: "1024", bytes: 1024, because: "bytes" },
    { text: "1.0001", bytes: 2, because: "parts of a byte are rounded up" },
    { text: "0", bytes: 0, because: "a rule refuses it, not the parser" },
    { text: "1P", bytes: 10 ** 15, because: "a quantity beyond Flink's units" },
  ])("$text: $because", ({ text, bytes }) => {
    expect(readMemory(text)).toEqual({ ok: true, value: bytes });
  });

  it.each(["", "g", "2 Gi", "-1g", "two g", "2gg", "1e", "0x10", "9999999T", "1E99"])("%s is none (FD-19)", (text) => {
    expect(readMemory(text).ok).toBe(false);
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 45 }), (bytes) => {
        expect(readMemory(writeMemory(bytes))).toEqual({ ok: true, value: bytes });
        expect(readMemory(showMemory(bytes))).toEqual({ ok: true, value: bytes });
      }),
      seeded(300),
    );
    expect([2 ** 31, 1000].map(writeMemory)).toEqual(["2048m", "1000b"]);
    const shown = [2 ** 31, 2 ** 30 + 2 ** 20, 2 ** 20 + 2 ** 10, 1001, 0].map(showMemory);
    expect(shown).toEqual(["2 gb", "1025 mb", "1025 kb", "1001 bytes", "0 bytes"]);
  });

  it.each([
    { text: "500m", value: 0.5 },
    { text: "2", value: 2 },
    { text: "1k", value: 1000 },
    { text: ".5", value: 0.5 },
    { text: "2g", value: undefined },
    { text: "", value: undefined },
  ])("$text as a quantity of Kubernetes alone", ({ text, value }) => {
    expect(readQuantity(text)).toBe(value);
  });
});

describe("scalars", () => {
  it.each([
    { text: "TRUE", value: true },
    { text: " false ", value: false },
  ])("$text is a switch", ({ text, value }) => {
    expect(readBoolean(text)).toEqual({ ok: true, value });
  });

  it.each([
    { text: "yes", reason: /neither true nor false; write true/ },
    { text: "off", reason: /write false/ },
    { text: "maybe", reason: /^is neither true nor false$/ },
  ])("$text is no switch", ({ text, reason }) => {
    expect(readBoolean(text)).toEqual(why(reason));
  });

  it("numbers", () => {
    expect(readInteger("-1")).toEqual({ ok: true, value: -1 });
    expect(readInteger("2147483647")).toEqual({ ok: true, value: 2 ** 31 - 1 });
    for (const text of ["2147483648", "1.0", "", "1e3", "٣"]) expect(readInteger(text).ok).toBe(false);
    expect(readDouble("1.5")).toEqual({ ok: true, value: 1.5 });
    for (const text of ["NaN", "Infinity", "1,5", "", "0x1"]) expect(readDouble(text).ok).toBe(false);
  });

  it("words", () => {
    expect(readWord("native", ["CANONICAL", "NATIVE"])).toEqual({ ok: true, value: "NATIVE" });
    expect(readWord("", ["CANONICAL", "NATIVE"])).toEqual(why(/^is none of CANONICAL, NATIVE$/));
  });

  it("no text makes a reader throw or hang", () => {
    const readers = [readDuration, readLenientDuration, readMemory, readBoolean, readInteger, readDouble];
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."0159.eEmMgGiPTHDS -") }),
    );
    fc.assert(
      fc.property(text, (one) => {
        for (const reader of readers) expect(typeof reader(one).ok).toBe("boolean");
      }),
      seeded(1000),
    );
    for (const reader of readers) reader("9".repeat(1_000_000));
    for (const reader of readers) reader("1s".repeat(200_000));
  });
});
