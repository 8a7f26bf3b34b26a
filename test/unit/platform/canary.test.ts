import { describe, expect, it } from "vitest";
import { expectNoSecrets, findSecrets } from "../../platform/canary/search.ts";

const token = "canary+/weir==0f3a?&ü";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const holders = { secret: base64(token) };

describe("the search for a secret", () => {
  it.each([
    { name: "as it is", text: `Bearer ${token}` },
    { name: "URL-encoded", text: `https://vvp/?key=${encodeURIComponent(token)}&x` },
    { name: "in JSON", text: JSON.stringify({ a: `"${token}` }) },
    { name: "in base64", text: base64(token) },
    { name: "in base64 behind a name", text: base64(`user:${token}`) },
    { name: "in base64 behind one byte", text: base64(`:${token} and more`) },
    { name: "in base64 for URLs", text: Buffer.from(`id:${token}\n`).toString("base64url") },
  ])("finds it $name (D13, S7)", ({ text }) => {
    expect(findSecrets({ log: `something ${text} else`, other: "nothing" }, { token })).toEqual(["token in log"]);
    expect(() => expectNoSecrets({ log: text }, { token }, holders)).toThrow("a secret came out: token in log");
  });

  it("does not take anything else for it", () => {
    const outputs = { log: "canary+/weir==0f3b?&ü", more: base64("canary+/weir==0f3"), none: "" };
    expect(findSecrets(outputs, { token })).toEqual([]);
    expect(() => expectNoSecrets(outputs, { token }, holders)).not.toThrow();
  });

  it("fails where it would not see the secret even in its place", () => {
    expect(() => expectNoSecrets({}, { token, key: "another" }, holders)).toThrow("the search is blind to key");
  });
});
