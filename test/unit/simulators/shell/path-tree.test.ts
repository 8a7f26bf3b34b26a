import { describe, expect, it } from "vitest";
import { findPath, makePathTree, readSegments } from "../../../../simulators/shell/path-tree.ts";

const PATHS = [
  "/tokens",
  "/tokens/{name}",
  "/tokens/{name}:renew",
  "/tokens/{name}:renewAll",
  "/tokens/all",
  "/{space}/jobs",
  "/tokens/{name}/uses/{use}",
];
const tree = makePathTree(PATHS.map((path) => ({ path, item: path })));
const find = (path: string) => {
  const found = findPath(tree, readSegments(path) ?? []);
  return found === undefined ? undefined : [...found.items, ...found.values];
};

describe("a tree of paths", () => {
  it.each([
    { name: "a literal", path: "/tokens", found: ["/tokens"] },
    { name: "a placeholder", path: "/tokens/a", found: ["/tokens/{name}", "a"] },
    { name: "a literal before a placeholder", path: "/tokens/all", found: ["/tokens/all"] },
    { name: "a verb behind a placeholder", path: "/tokens/a:renew", found: ["/tokens/{name}:renew", "a"] },
    { name: "the longer of two verbs", path: "/tokens/a:renewAll", found: ["/tokens/{name}:renewAll", "a"] },
    { name: "another colon", path: "/tokens/a:b", found: ["/tokens/{name}", "a:b"] },
    { name: "two placeholders", path: "/tokens/a/uses/b", found: ["/tokens/{name}/uses/{use}", "a", "b"] },
    { name: "a literal above before a placeholder above", path: "/tokens/jobs", found: ["/tokens/{name}", "jobs"] },
    { name: "a way back out of a literal", path: "/x/jobs", found: ["/{space}/jobs", "x"] },
    { name: "an escape", path: "/tokens/a%2Fb", found: ["/tokens/{name}", "a/b"] },
  ])("finds $name", ({ path, found }) => {
    expect(find(path)).toEqual(found);
  });

  it.each([
    "/",
    "/tokens/",
    "//jobs",
    "/tokens/a/",
    "/tokens/a/uses",
    "/tokens/a/uses/",
    "/nothing",
    "/tokens/:renew/x",
  ])("finds nothing under %s", (path) => {
    expect(find(path)).toBeUndefined();
  });

  it("does not read a path with a broken escape", () => {
    expect(readSegments("/tokens/%zz")).toBeUndefined();
    expect(readSegments("/tokens/%E0%A4%A")).toBeUndefined();
  });
});
