import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { DEPLOYMENTS, makeSpec, makeWorld, problemsOf } from "./world.ts";

describe("reading deployments", () => {
  it("finds by name and by id, an id first (sim:deployments)", () => {
    const { create, read, send } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const { id } = read("a").metadata;
    expect(create(id, makeSpec("CANCELLED")).status).toBe(201);
    expect(read(id).metadata.name).toBe("a");
    expect(send("GET", `${DEPLOYMENTS}/b`).status).toBe(404);
  });

  it.each([
    { name: "nothing", why: "no filter", selector: "", found: ["a", "b", "c"] },
    { name: "=", why: "equality", selector: "team=x", found: ["a", "b"] },
    { name: "==", why: "equality, other spelling", selector: "team==x", found: ["a", "b"] },
    { name: "!=", why: "also matches what lacks the label, as in Kubernetes", selector: "tier!=1", found: ["b", "c"] },
    { name: "two", why: "a comma is AND", selector: "team=x,tier=1", found: ["a"] },
    { name: "a prototype key", why: "own labels only", selector: "constructor=x", found: [] },
  ])("selects by labels with $name (sim:deployments)", ({ selector, found }) => {
    const { create, list } = makeWorld();
    create("a", makeSpec("CANCELLED"), { labels: { team: "x", tier: "1" } });
    create("b", makeSpec("CANCELLED"), { labels: { team: "x" } });
    create("c", makeSpec("CANCELLED"));
    const items = list(`deployments?labelSelector=${encodeURIComponent(selector)}`);
    expect(items.map((item) => (item.metadata as JsonObject).name)).toEqual(found);
  });

  it("refuses a selector it does not understand", () => {
    const reply = makeWorld().send("GET", `${DEPLOYMENTS}?labelSelector=${encodeURIComponent("team in (x)")}`);
    expect([reply.status, ...problemsOf(reply)]).toEqual([400, "labelSelector isInvalid"]);
  });
});
