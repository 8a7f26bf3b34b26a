import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startApiServer } from "../../simulators/platform/api-server/server.ts";
import { play } from "./api-server-scenarios/play.ts";
import type { Answer } from "./api-server-scenarios/scenario.ts";
import { scenarios } from "./api-server-scenarios/scenarios.ts";

const users = {
  admin: { username: "kubernetes-admin", groups: ["system:masters"] },
  weir: { username: "system:serviceaccount:weir:weir-operator", groups: ["system:masters"] },
};

/** The recordings were made with `api-server-scenarios/record.ts` against kube-apiserver v1.34.4. */
function recorded(name: string): Answer[] {
  const file = new URL(`../fixtures/kube-apiserver/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Answer[];
}

describe.each(Object.entries(scenarios))("%s", (scenario, steps) => {
  const names = steps.map(({ name }) => name);
  const expected = recorded(scenario);
  let answers: Promise<Answer[]> | undefined;

  async function playOnce(): Promise<Answer[]> {
    const server = await startApiServer({ users });
    try {
      return await play({ url: server.url, run: "rrr" }, steps);
    } finally {
      await server.close();
    }
  }

  it("was recorded as it is played", () => {
    expect(expected.map(({ name }) => name)).toEqual(names);
  });

  it.each(names.map((name, index) => ({ name, index })))("$name", async ({ index }) => {
    answers ??= playOnce();
    expect((await answers)[index]).toEqual(expected[index]);
  });
});
