import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeConfig } from "../../knative/image/archive.ts";
import { NODE_MAJOR } from "../../knative/image/starter.ts";
import { projectRoot } from "./kustomization.ts";

const dockerfile = readFileSync(join(projectRoot, "knative/image/Dockerfile"), "utf8");
const stages = dockerfile.split(/^FROM /m).slice(1);
const last = stages.at(-1) ?? "";
const argumentOf = (word: string): string | undefined => new RegExp(`^${word} (.*)$`, "m").exec(last)?.[1];

describe("the Dockerfile", () => {
  it("makes the image that the archive is", () => {
    const facts = { name: "weir:1", version: "1", architecture: "amd64", created: "1970-01-01T00:00:00.000Z" } as const;
    const { config } = makeConfig(facts, []) as { config: Record<string, unknown> };
    expect(argumentOf("USER")).toBe(config.User);
    expect(argumentOf("WORKDIR")).toBe(config.WorkingDir);
    expect(JSON.parse(argumentOf("ENTRYPOINT") ?? "")).toEqual(config.Entrypoint);
    expect(JSON.parse(argumentOf("CMD") ?? "")).toEqual(config.Cmd);
    expect(`${argumentOf("EXPOSE")}/tcp`).toBe(Object.keys(config.ExposedPorts as object)[0]);
  });

  it("makes the caches with the base that reads them, of the Node that bundles are made for", () => {
    const bases = stages.map((stage) => stage.split(/\s/)[0]);
    expect(bases[1]).toBe(bases[2]);
    for (const base of bases) expect(base).toMatch(new RegExp(`node(js|:)${NODE_MAJOR}\\b`));
  });

  it("copies only what is in this project", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = ""]) =>
      sources.split(" "),
    );
    for (const source of copied) expect(() => readFileSync(join(projectRoot, source)), source).not.toThrow(/ENOENT/);
  });
});
