import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { DEPLOYMENTS, makeSpec, makeWorld, problemsOf } from "./world.ts";

function makeMany(pageSize: number) {
  const world = makeWorld();
  for (const name of ["a", "b", "c", "d", "e"]) world.create(name, makeSpec("CANCELLED"));
  world.state.pageSize = pageSize;
  const page = (query: string) => {
    const { body } = world.send("GET", `${DEPLOYMENTS}${query}`);
    const { metadata, items } = body as unknown as { metadata: JsonObject; items: { metadata: { name: string } }[] };
    return { metadata, names: items.map((item) => item.metadata.name).join("") };
  };
  return { ...world, page };
}

describe("lists", () => {
  it("come whole and with empty metadata, whatever is asked (sim:lists)", () => {
    expect(makeMany(0).page("?pageSize=1&pageIndex=9")).toEqual({ metadata: {}, names: "abcde" });
  });

  it.each([
    { query: "", index: 1, size: 2, names: "ab" },
    { query: "?pageIndex=2", index: 2, size: 2, names: "cd" },
    { query: "?pageIndex=3", index: 3, size: 2, names: "e" },
    { query: "?pageIndex=4", index: 4, size: 2, names: "" },
    { query: "?pageSize=3&pageIndex=2", index: 2, size: 3, names: "de" },
  ])("come in pages while the platform pages: '$query' (sim:lists)", ({ query, index, size, names }) => {
    const metadata = {
      ...{ pageSize: size, pageIndex: index, totalSize: 5 },
      ...{ totalPage: Math.ceil(5 / size), resultSize: names.length },
    };
    expect(makeMany(2).page(query)).toEqual({ metadata, names });
  });

  it.each(["pageIndex=0", "pageIndex=-1", "pageIndex=x", "pageSize=0", "pageSize=101"])(
    "refuse %s (sim:lists)",
    (query) => {
      const { send } = makeMany(2);
      expect(problemsOf(send("GET", `${DEPLOYMENTS}?${query}`))).toEqual([`${query.split("=")[0]} isInvalid`]);
    },
  );

  it.each(["jobs", "savepoints", "events", "deployment-targets"])("of %s page too (sim:lists)", (collection) => {
    const { send } = makeMany(1);
    expect(send("GET", `/api/v1/namespaces/default/${collection}`).body).toMatchObject({ metadata: { pageSize: 1 } });
  });
});
