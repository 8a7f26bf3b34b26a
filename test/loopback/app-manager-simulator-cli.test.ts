import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { makeSpec } from "../unit/simulators/app-manager/world.ts";
import { DEPLOYMENTS } from "./app-manager-start.ts";
import { type Listed, listed, save, whileServing } from "./simulate-process.ts";

describe("weir simulate", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "serves with the configuration given and ends with 0 on %s",
    async (signal) => {
      const file = await save({ refusedDeleteStatus: 409, delays: { startMs: 3000 } });
      const check = async (url: string) => {
        const config = (await (await fetch(`${url}/config`)).json()) as object;
        const delays = { startMs: 300, cancelMs: 100, jitter: 0.1 };
        expect(config).toMatchObject({ refusedDeleteStatus: 409, delays });
        expect((await listed(url)).items).toEqual([]);
      };
      expect(await whileServing(["--config", file, "--speed", "10"], check, signal)).toEqual([0, ""]);
    },
  );

  it("prints what to do first, and all of it works", async () => {
    const done = await whileServing([], async (url, out) => {
      const lines = out().match(/^ {2}curl .*$/gm) ?? [];
      expect(lines).toHaveLength(4);
      const replies = lines.map((line) => JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" })) as object);
      expect(replies).toMatchObject([
        { kind: "DeploymentList", items: [] },
        { kind: "Deployment", metadata: { name: "hello" } },
        { latencyMs: [50, 200], rate5xx: 0.1 },
        { items: expect.arrayContaining([{ call: "GET /admin", does: "this list" }]) },
      ]);
      expect(out()).toContain(`WEIR_APPMANAGER_URL=${url}`);
    });
    expect(done).toEqual([0, ""]);
  });

  it("begins with examples that behave as the help says", async () => {
    const done = await whileServing(["--examples", "--speed", "1000"], async (url) => {
      const states = async () => {
        const { items } = await listed(url);
        return Object.fromEntries(items.map(({ metadata, status }) => [metadata.name, status.state]));
      };
      const expected = { orders: "RUNNING", "nightly-report": "RUNNING", "broken-upload": "FAILED" };
      await expect.poll(states).toEqual(expected);
    });
    expect(done).toEqual([0, ""]);
  });

  it("begins with the deployments that another one listed, locks included, and in any namespace", async () => {
    const annotations = { "ververica.platform/managed-by-operator": "op-1", "ververica.platform/cr-uid": "uid-1" };
    const saved = [
      { metadata: { name: "a", annotations, labels: { team: "x" } }, spec: makeSpec("CANCELLED") },
      { metadata: { name: "b", namespace: "other" }, spec: makeSpec("CANCELLED") },
    ];
    let first: Listed | undefined;
    await whileServing(["--deployments", await save(saved)], async (url) => {
      first = await listed(url);
      expect(((await (await fetch(`${url}/config`)).json()) as { namespaces: unknown }).namespaces).toContain("other");
    });
    expect(first?.items).toMatchObject([saved[0]]);
    const again = await whileServing(["--deployments", await save(first)], async (url) => {
      const kept = ({ metadata: { name, annotations, labels }, spec }: Listed["items"][0]) => ({
        name,
        annotations,
        labels,
        spec,
      });
      expect((await listed(url)).items.map(kept)).toEqual(first?.items.map(kept));
    });
    expect(again).toEqual([0, ""]);
  });

  it("tells each call in a line with --verbose, without the token or a control character", async () => {
    const done = await whileServing(["--verbose"], async (url, out) => {
      const json = { "content-type": "application/json" };
      const headers = { authorization: "Bearer t1", "x-vvp-operator-instance": "op-1", ...json };
      const body = JSON.stringify({ metadata: { name: "A\nB" } });
      await fetch(`${url}${DEPLOYMENTS}`, {
        method: "POST",
        headers,
        body,
      });
      await fetch(`${url}/config`, {
        method: "PUT",
        headers: json,
        body: JSON.stringify({ next: [{ kind: "garbage" }] }),
      });
      await fetch(`${url}/api/v1/status`);
      await expect.poll(out).toContain("/api/v1/status ");
      const lines = out().slice(out().indexOf("Ctrl-C.")).split("\n").slice(1, -1);
      expect(lines.map((line) => line.replace(/^[\d:.]{12} /, ""))).toEqual([
        `400 POST   ${DEPLOYMENTS}  (by op-1; 'A B' is not a valid name)`,
        "200 GET    /api/v1/status  (fault garbage)",
      ]);
    });
    expect(done).toEqual([0, ""]);
  });

  it("tells each event in a line with --verbose, when it happens and without a request", async () => {
    const done = await whileServing(["--verbose", "--examples", "--speed", "100"], async (_, out) => {
      await expect.poll(out).toMatch(/ {5}orders: STATE_TRANSITION_IS_COMPLETED The deployment is RUNNING\.\n/);
      await expect.poll(out).toMatch(/ {5}broken-upload: TOO_MANY_FAILED_JOB_CREATION_ATTEMPTS .*\n/);
      const lines = out()
        .split("\n")
        .filter((line) => / {5}orders: /.test(line));
      expect(new Set(lines).size).toBe(lines.length);
    });
    expect(done).toEqual([0, ""]);
  });
});
