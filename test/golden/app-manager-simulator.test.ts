import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../cli/simulate/app-manager/flags.ts";
import { COMMANDS } from "../../simulators/app-manager/admin-commands.ts";
import { ADMIN_BODIES, FAULT_KINDS } from "../../simulators/app-manager/knobs.ts";
import { ROUTES } from "../../simulators/app-manager/routes.ts";
import { INVARIANTS } from "../../simulators/app-manager/violation.ts";
import { readSetting } from "../../simulators/shell/setting.ts";
import { rowsBelow as rowsOf } from "./page-rows.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "simulators/app-manager/README.md"), "utf8");

const rowsBelow = (start: string) => rowsOf(page, start);

/** Texts in quotes of the simulator's tests that name rows as `(sim:id)` or `(R1, sim:id, sim:other)`. */
function namedIn(folder: string, fits: RegExp): string[] {
  const files = readdirSync(join(root, folder)).filter((file) => fits.test(file));
  const texts = files.flatMap((file) => readFileSync(join(root, folder, file), "utf8").match(/"[^"\n]*"/g) ?? []);
  return texts.flatMap((text) => [...text.matchAll(/\bsim:([a-z0-9-]+)/g)].map(([, id = ""]) => id));
}

const named = new Set([
  ...namedIn("test/unit/simulators/app-manager", /\.test\.ts$/),
  ...namedIn("test/property", /^app-manager-simulator\.test\.ts$/),
  ...namedIn("test/loopback", /^app-manager-simulator.*\.test\.ts$/),
]);
const promised = [...rowsBelow("## What it models"), ...rowsBelow("## What is inferred")].map(([id = ""]) => id);

describe("the README of the AppManager simulator", () => {
  it("has rows in every table", () => {
    expect(promised.length).toBeGreaterThan(40);
    expect(new Set(promised).size).toBe(promised.length);
  });

  it.each(promised.map((id) => ({ id, why: "a promise that no test keeps" })))("a test names sim:$id", ({ id }) => {
    expect(named).toContain(id);
  });

  it("every sim: that a test names is a row", () => {
    expect([...named].filter((id) => !promised.includes(id))).toEqual([]);
  });

  it("says of each guess whether it is inferred or invented", () => {
    const origins = rowsBelow("## What is inferred").map((row) => row.at(-1));
    expect(origins.filter((origin) => origin !== "inf" && origin !== "inv")).toEqual([]);
  });

  it("lists the endpoints with role and action", () => {
    expect(rowsBelow("## Endpoints")).toEqual(ROUTES.map(({ call, needs, action }) => [call, needs, action]));
  });

  it("lists the knobs, the kinds of faults and the behaviours", () => {
    const first = (start: string) => rowsBelow(start).map(([name]) => name);
    expect(first("## Knobs").sort()).toEqual(Object.keys(ADMIN_BODIES.config.shape).sort());
    expect(first("Kinds of scripted").sort()).toEqual([...FAULT_KINDS].sort());
    expect(first("Behaviours of").sort()).toEqual(Object.keys(ADMIN_BODIES.artifact.shape.behaviour.shape).sort());
  });

  it("shows configurations that the simulator takes, and flags that weir simulate has", () => {
    const files = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, text = ""]) => JSON.parse(text) as unknown);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readSetting(ADMIN_BODIES.config, file)).toHaveProperty("value");
    const flags = [...page.matchAll(/(?<![\w-])--([a-z]+)/g)].map(([, flag = ""]) => flag);
    expect(flags.length).toBeGreaterThan(3);
    expect(flags.filter((flag) => !Object.hasOwn(OPTIONS, flag))).toEqual([]);
  });

  it("lists the backdoor with bodies and effects", () => {
    expect(rowsBelow("## Backdoor")).toEqual(COMMANDS.map(({ call, takes = "", does }) => [call, takes, does]));
  });

  it("lists the invariants with whom to blame", () => {
    expect(rowsBelow("## Invariants")).toEqual(
      Object.entries(INVARIANTS).map(([rule, { by, says }]) => [rule, by, says]),
    );
  });
});
