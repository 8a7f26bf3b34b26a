import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { start } from "./app-manager-start.ts";
import { listed, whileServing } from "./simulate-process.ts";
import { appManagerGuide } from "./simulator-guide.ts";

const { lines, knobs, rows } = appManagerGuide;
const commands = lines.filter((line) => line.startsWith("curl "));

describe("the guide of the simulator", () => {
  it("begins with commands that set up what the others use", () => {
    expect(lines.filter((line) => !line.startsWith("curl "))).toEqual([
      "weir simulate appmanager --examples --verbose --token my-token",
      "export URL=http://127.0.0.1:8081 TOKEN=my-token JSON='Content-Type: application/json'",
    ]);
  });

  it("has commands that all do something, one after another", async () => {
    const done = await whileServing(["--examples", "--speed", "1000"], async (url) => {
      const states = async () => (await listed(url)).items.map(({ status }) => status.state).sort();
      await expect.poll(states).toEqual(["FAILED", "RUNNING", "RUNNING"]);
      const env = { PATH: process.env.PATH, URL: url, TOKEN: "t1", JSON: "Content-Type: application/json" };
      const replies = commands.map((line) => {
        const text = execFileSync("sh", ["-c", line], { encoding: "utf8", env });
        return { line, reply: JSON.parse(text) as { httpCode?: number; items?: unknown[] } };
      });
      expect(replies.filter(({ reply }) => reply.httpCode !== undefined)).toEqual([]);
      const seen = (path: string) => replies.find(({ line }) => line.includes(path))?.reply;
      expect(seen("/admin/violations")?.items).toEqual([]);
      expect(seen("/admin/calls")?.items?.length).toBeGreaterThan(1);
      const withNext = { headers: { authorization: "Bearer my-next-token" } };
      const after = await fetch(`${url}/api/v1/namespaces/default/deployments`, withNext);
      expect([after.status, await listed(url)]).toMatchObject([200, { httpCode: 401 }]);
    });
    expect(done).toEqual([0, ""]);
  });

  it("has knobs that the simulator takes", async () => {
    const { send } = await start();
    expect(knobs.length).toBeGreaterThan(rows);
    for (const json of knobs) expect([json, (await send("PUT", "/config", json)).status]).toEqual([json, 200]);
  });
});
