import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callersIn, callersNamed } from "./callers.ts";
import { projectRoot } from "./kustomization.ts";
import { securityPage } from "./security-page.ts";

const files = globSync("{shared/adapters,functions}/**/*.ts", { cwd: projectRoot });
const sources = new Map(files.map((file) => [file, readFileSync(join(projectRoot, file), "utf8")]));

describe("the threat model's table of calls", () => {
  it("has a row for each folder by which Weir calls anybody, and none for others", () => {
    const named = callersNamed(readFileSync(join(projectRoot, securityPage), "utf8"));
    expect(named).toEqual(callersIn(sources));
    expect(named.length).toBeGreaterThan(5);
  });
});

describe("a folder that opens connections", () => {
  it.each([
    { name: "a built-in module", source: 'import * as https from "node:https";', opens: true },
    { name: "a built-in module without its prefix", source: 'import { connect } from "net";', opens: true },
    { name: "a type beside a value", source: 'import { type Server, createServer } from "node:http";', opens: true },
    { name: "a package, once it is needed", source: 'const { default: got } = await import("got");', opens: true },
    { name: "an import for its effect", source: 'import "undici";', opens: true },
    { name: "the shared transport", source: 'import { makeTransport } from "../http.ts";', opens: true },
    { name: "a global", source: "const answer = await fetch(url);", opens: true },
    { name: "a type alone", source: 'import type { Server } from "node:http";', opens: false },
    { name: "types alone", source: 'import { type Server, type Agent } from "node:http";', opens: false },
    { name: "the transport's types", source: 'import type { Transport } from "../http.ts";', opens: false },
    { name: "a method of that name", source: "await artifacts.fetch(url);", opens: false },
    { name: "another module", source: 'import { join } from "node:path";', opens: false },
  ])("is known by $name: $opens", ({ source, opens }) => {
    const found = callersIn(new Map([["shared/adapters/some/one.ts", source]]));
    expect(found).toEqual(opens ? ["shared/adapters/some"] : []);
  });
});
