import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../cli/simulate/flink/flags.ts";
import { COMMANDS } from "../../simulators/flink/admin-commands.ts";
import { ADMIN_BODIES, FAULT_KINDS } from "../../simulators/flink/knobs.ts";
import { readSetting } from "../../simulators/shell/setting.ts";
import { rowsBelow } from "./page-rows.ts";

const folder = join(import.meta.dirname, "../../simulators/flink");
const page = readFileSync(join(folder, "README.md"), "utf8");
const first = (start: string) => rowsBelow(page, start).map(([name]) => name);

describe("the README of the Flink simulator", () => {
  it("lists the knobs, the kinds of faults, and the fields of a job", () => {
    expect(first("### Knobs").sort()).toEqual(Object.keys(ADMIN_BODIES.config.shape).sort());
    expect(first("Kinds of scripted").sort()).toEqual([...FAULT_KINDS].sort());
    expect(first("Fields of a job").sort()).toEqual(Object.keys(ADMIN_BODIES.job.shape).sort());
  });

  it("lists the backdoor with bodies and effects", () => {
    expect(rowsBelow(page, "### Backdoor")).toEqual(COMMANDS.map(({ call, takes = "", does }) => [call, takes, does]));
  });

  it("shows configurations that the simulator takes, and flags that weir simulate flink has", () => {
    const files = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, text = ""]) => JSON.parse(text) as unknown);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readSetting(ADMIN_BODIES.config, file)).toHaveProperty("value");
    const blocks = [...page.matchAll(/```sh\n([^`]*)```/g)].map(([, text = ""]) => text).join("");
    const flags = [...blocks.matchAll(/(?<![\w-])--([a-z-]+)/g)].map(([, flag = ""]) => flag);
    expect(flags.length).toBeGreaterThan(3);
    expect(flags.filter((flag) => !Object.hasOwn(OPTIONS, flag))).toEqual([]);
  });

  it("names files that are there", () => {
    const files = [...page.matchAll(/`([\w-]+\.ts)`/g)].map(([, file = ""]) => file);
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  });
});
