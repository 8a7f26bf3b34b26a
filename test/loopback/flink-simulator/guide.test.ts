import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { temporaryFolders } from "../../temporary-folders.ts";
import { serving } from "../simulate-process.ts";
import { flinkGuide } from "../simulator-guide.ts";
import { start } from "./start.ts";

const makeFolder = temporaryFolders();
const { lines, knobs, rows } = flinkGuide;
const isRun = (line: string) => !/^(weir|export|npm) /.test(line);

describe("the guide of the Flink simulator", () => {
  it("begins with commands that set up what the others use, and ends with the autoscaler", () => {
    expect(lines.filter((line) => !isRun(line))).toEqual([
      "weir simulate flink --examples --verbose --speed 5",
      "export URL=http://127.0.0.1:8081 ID=000000000000000000000000000000a1",
      'npm run -s weir -- autoscaler --flink http://127.0.0.1:8081 --interval "2 s"',
    ]);
  });

  it("has commands that all do something, one after another", async () => {
    const cwd = makeFolder("guide");
    const done = await serving(["flink", "--examples", "--speed", "1000"], async (url) => {
      const env = { PATH: process.env.PATH, URL: url, ID: "000000000000000000000000000000a1" };
      const script = lines.filter(isRun).map((line) => (line.startsWith("curl ") ? `${line}; echo` : line));
      // Its scripted fault hits the first call after it that is Flink's, which is the test's own.
      const text = execFileSync("sh", ["-e", "-c", script.join("\n")], { encoding: "utf8", env, cwd });
      const replies = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { errors?: unknown; items?: unknown[] });
      expect(replies).toHaveLength(script.filter((line) => line.startsWith("curl ")).length);
      expect(replies.filter(({ errors }) => errors !== undefined)).toEqual([]);
      expect(replies.at(-1)?.items).toHaveLength(4);
      expect((await fetch(`${url}/config`)).status).toBe(500);
    });
    expect(done).toEqual([0, ""]);
  });

  it("has knobs that the simulator takes", async () => {
    const { send } = await start();
    expect(knobs.length).toBeGreaterThan(rows);
    for (const json of knobs) expect([json, (await send("PUT", "/admin/config", json)).status]).toEqual([json, 200]);
  });
});
