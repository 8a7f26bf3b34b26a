import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { callApi, runKubectl } from "../../control-plane/access.ts";
import { whyNoNode } from "../why-no-node.ts";
import { type StandingCluster, standCluster } from "./stand.ts";

const reason = await whyNoNode();
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

describe.skipIf(reason !== undefined)("a cluster that stays", () => {
  let cluster: StandingCluster | undefined;
  let folder = "";
  afterAll(async () => {
    for (const pid of cluster?.pids.filter(isAlive) ?? []) process.kill(pid, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  it("is reached from outside of its sandbox, by what the folder holds", async () => {
    // A sandbox within a sandbox has a /run of its own, so the folder is elsewhere.
    folder = await mkdtemp("/tmp/weir-standing-");
    cluster = await standCluster(folder);
    const { stdout } = await runKubectl(cluster, ["get", "nodes", "--output=name"]);
    expect(stdout).toBe("node/weir\n");
    expect(cluster.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await runKubectl(cluster, ["get", "nodes"], { user: "jane" })).toMatchObject({ code: 1 });
  });

  it("ends with its processes, at SIGTERM", async () => {
    const { pids = [] } = cluster ?? {};
    expect(pids.map(isAlive)).toEqual([true, true]);
    for (const pid of pids) process.kill(pid, "SIGTERM");
    while (pids.some(isAlive)) await sleep(20);
    await expect(callApi(cluster as StandingCluster, "GET", "/readyz")).rejects.toThrow("ECONNREFUSED");
  });
});
