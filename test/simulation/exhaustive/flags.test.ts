import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { endQuietly } from "../../../cli/end-quietly.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { help, readFlags } from "./flags.ts";
import { flows } from "./flows.ts";

const [first, second] = flows;

describe("the flags of the exhaustive search", () => {
  it("ask for every single fault of every flow, where there are none", () => {
    expect(readFlags([])).toEqual({ help: false, chosen: flows, pairs: false, ticks: false });
  });

  it.each([
    { args: ["--help"], asked: { help: true } },
    { args: ["--pairs"], asked: { pairs: "all" } },
    { args: ["--pairs", "--edges"], asked: { pairs: "edges" } },
    { args: ["--ticks"], asked: { ticks: true } },
    { args: ["--flow", second?.name ?? "", "--flow", first?.name ?? ""], asked: { chosen: [first, second] } },
  ])("$args", ({ args, asked }) => {
    expect(readFlags(args)).toMatchObject(asked);
  });

  it.each([
    { args: ["--seeds", "3"], why: /^Unknown option '--seeds'$/ },
    { args: ["deletion"], why: /^Unexpected argument 'deletion'/ },
    { args: ["--pairs=yes"], why: /--pairs/ },
    { args: ["--flow"], why: /--flow/ },
    { args: ["--flow", "nowhere"], why: /^there is no flow "nowhere"; --help lists them$/ },
    { args: ["--edges"], why: /^--edges needs --pairs$/ },
  ])("$args is refused in one line", ({ args, why }) => {
    expect(() => readFlags(args)).toThrow(UsageError);
    expect(() => readFlags(args)).toThrow(why);
    expect(() => readFlags(args)).not.toThrow(/\n/);
  });

  it("are told with every flow", () => {
    for (const { name } of flows) expect(help).toContain(name);
  });
});

describe("a reader that goes", () => {
  const failing = (code: string) => {
    const stream = new EventEmitter();
    const codes: number[] = [];
    endQuietly(stream, (exitCode) => void codes.push(exitCode));
    return { fail: () => stream.emit("error", Object.assign(new Error(code), { code })), codes };
  };

  it("ends the process as SIGPIPE would", () => {
    const { fail, codes } = failing("EPIPE");
    fail();
    expect(codes).toEqual([141]);
  });

  it("is no other error of a stream, which is thrown", () => {
    const { fail, codes } = failing("ENOSPC");
    expect(fail).toThrow("ENOSPC");
    expect(codes).toEqual([]);
  });
});
