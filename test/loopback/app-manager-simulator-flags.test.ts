import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../cli/simulate/app-manager/flags.ts";
import { start } from "./app-manager-start.ts";
import { launch, save } from "./simulate-process.ts";

describe("weir simulate", () => {
  it("says what to do when the port is taken, and ends with 1", async () => {
    const { url } = await start();
    const { text, exit } = launch("appmanager", "--port", new URL(url).port);
    expect(await exit).toBe(1);
    expect(text.err).toContain(`port ${new URL(url).port} is in use; --port 0 picks a free one`);
  });

  it.each([
    {
      name: "a knob that is wrong",
      flag: "--config",
      json: { rate429: 7, hnag: 1 },
      says: ["rate429: ", "hnag: is not a known"],
    },
    { name: "deployments that are none", flag: "--deployments", json: { deployments: [] }, says: ["list 'items'"] },
    {
      name: "a deployment that is refused",
      flag: "--deployments",
      json: [{ metadata: { name: "a" }, spec: {} }],
      says: ["a: ", "spec.template.spec.artifact is required"],
    },
  ])("ends with 2 for a file with $name, and says where it is", async ({ flag, json, says }) => {
    const { text, exit } = launch("appmanager", "--port", "0", flag, await save(json));
    expect(await exit).toBe(2);
    for (const part of says) expect(text.err).toContain(part);
    expect(text.out).toBe("");
  });

  it.each([
    { name: "an unknown flag", why: "named", argv: ["appmanager", "--prot", "1"], says: "--prot", code: 2 },
    { name: "an unknown backend", why: "named", argv: ["spark"], says: "spark", code: 2 },
    { name: "no backend", why: "the known ones are named", argv: [], says: "appmanager", code: 2 },
    {
      name: "a port that is no number",
      why: "flag and value",
      argv: ["appmanager", "--port", "x"],
      says: "--port cannot be 'x'",
      code: 2,
    },
    {
      name: "speed 0",
      why: "flag and value",
      argv: ["appmanager", "--speed", "0"],
      says: "--speed cannot be '0'",
      code: 2,
    },
    {
      name: "a negative seed",
      why: "flag and value",
      argv: ["appmanager", "--seed=-1"],
      says: "--seed cannot be",
      code: 2,
    },
    {
      name: "a token of two words",
      why: "what it may be",
      argv: ["appmanager", "--token", "a b"],
      says: "--token must",
      code: 2,
    },
    {
      name: "a missing file",
      why: "flag and path",
      argv: ["appmanager", "--config", "/nowhere.json"],
      says: "/nowhere.json",
      code: 2,
    },
  ])("ends with $code for $name", async ({ argv, says, code }) => {
    const { text, exit } = launch(...argv);
    expect(await exit).toBe(code);
    expect(text.err).toContain(says);
    expect(text.err).toContain("--help");
    expect(text.out).toBe("");
  });

  it("explains itself, each flag in a line of its own", async () => {
    const { text, exit } = launch("appmanager", "--help");
    expect([await exit, text.out.startsWith("Usage: weir simulate appmanager")]).toEqual([0, true]);
    const flags = [...text.out.matchAll(/^ {2}--(\w+) /gm)].map(([, flag]) => flag);
    expect(flags.sort()).toEqual(Object.keys(OPTIONS).sort());
  });
});
