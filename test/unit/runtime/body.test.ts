import { describe, expect, it } from "vitest";
import { readText } from "../../../shared/runtime/body.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A body that comes in these pieces. */
async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** A body of so many pieces of a size; `taken` counts those that somebody wanted. */
function streamed(pieces: number, size: number) {
  const taken = { count: 0 };
  async function* body(): AsyncGenerator<Uint8Array> {
    for (; taken.count < pieces; taken.count += 1) yield new Uint8Array(size).fill(97);
  }
  return { taken, body: body() };
}

describe("the body of a request", () => {
  it.each<{ name: string; text: string }>([
    { name: "an empty text", text: "" },
    { name: "as many bytes as are allowed", text: "x".repeat(16) },
    { name: "characters of several bytes", text: "äöü€" },
  ])("$name", async ({ text }) => expect(await readText(inPieces(encode(text)), 16)).toEqual({ text }));

  it("is empty where there is none", async () => {
    expect([await readText(null, 16), await readText(inPieces(), 16)]).toEqual([{ text: "" }, { text: "" }]);
  });

  it("counts bytes, not characters", async () => {
    expect(await readText(inPieces(encode("€".repeat(6))), 17)).toEqual({ tooLarge: true });
  });

  it("puts characters together that came in two pieces", async () => {
    const bytes = encode("a€b");
    expect(await readText(inPieces(bytes.slice(0, 2), bytes.slice(2)), 16)).toEqual({ text: "a€b" });
  });

  it("that is too large is read to its end, so that its sender sees the answer", async () => {
    const { body, taken } = streamed(20, 1_000);
    expect(await readText(body, 5_000)).toEqual({ tooLarge: true });
    expect(taken.count).toBe(20);
  });

  it("that never ends is given up after 32 MiB", async () => {
    const { body, taken } = streamed(Number.POSITIVE_INFINITY, 1_048_576);
    expect(await readText(body, 5_000)).toEqual({ tooLarge: true });
    expect(taken.count).toBe(32);
  });

  it("that does not come to its end is given up in time, and can still be answered", async () => {
    let ended = false;
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        yield encode("half");
        await new Promise(() => undefined);
      } finally {
        ended = true;
      }
    }
    expect(await readText(body(), 16, 10)).toEqual({ late: true });
    expect(ended).toBe(false);
  });
});
