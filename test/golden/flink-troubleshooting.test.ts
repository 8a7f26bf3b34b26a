import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../shared/core/object.ts";
import { flinkApplication } from "../builders/flink-deployment.ts";
import { FlinkWorld } from "../world/flink-world.ts";
import { page, readCommands } from "./flink-troubleshooting.ts";
import { projectRoot } from "./kustomization.ts";

const commands = readCommands();
const text = readFileSync(join(projectRoot, page), "utf8");

describe("the guide's five cases and its cheat sheet", () => {
  it("are all there", () => {
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      "It stays in UPGRADING",
      "A savepoint does not come to its end",
      "The job has FAILED",
      "A resource is refused",
      "TaskManagers do not start",
      "The other commands",
    ]);
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter(({ words }) => !["kubectl", "weir"].includes(words[0] ?? ""))).toEqual([]);
  });

  it("select by labels that pods and services of a cluster have, and nothing of another one", async () => {
    const world = new FlinkWorld();
    world.cluster.create({
      ...flinkApplication({ mode: "standalone" }),
      metadata: { name: "my-app", namespace: "flink" },
    });
    world.cluster.create({ ...flinkApplication(), metadata: { name: "other", namespace: "flink" } });
    for (const name of ["my-app", "other"]) await world.follow(name);
    const pods = world.objects
      .all("Deployment")
      .map((one) => (one.spec as unknown as { template: KubeObject }).template.metadata.labels);
    const services = world.objects.all("Service").map(({ metadata }) => ({ ...metadata.labels, name: metadata.name }));
    const chosen = (labels: readonly (Readonly<Record<string, string>> | undefined)[], selector: string) =>
      labels.filter((one) =>
        selector.split(",").every((pair) => one?.[pair.split("=")[0] ?? ""] === pair.split("=")[1]),
      );
    const selectors = commands.flatMap(({ words }) =>
      words.flatMap((word, index) => (words[index - 1] === "-l" && word.startsWith("app=") ? [word] : [])),
    );
    expect([...new Set(selectors)]).toEqual([
      "app=my-app,component=jobmanager",
      "app=my-app,component=taskmanager",
      "app=my-app",
    ]);
    expect(selectors.map((selector) => chosen(pods, selector).length)).toEqual(
      selectors.map((selector) => (selector.includes("component") ? 1 : 2)),
    );
    expect(chosen(services, "app=my-app,component=jobmanager").map((one) => one?.name)).toEqual(["my-app-rest"]);
  });

  it("name an option that makes savepoints faster and restarts nothing", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    const [, key = "", value = ""] = /`(kubernetes\.operator\.[\w.-]+): ([^`]+)`/.exec(text) ?? [];
    world.cluster.edit("orders", { spec: { flinkConfiguration: { [key]: value } } });
    await world.follow();
    expect(key).toBe("kubernetes.operator.savepoint.format.type");
    expect(world.kubelet.started).toHaveLength(1);
  });

  it("name the option of Flink's that gives a savepoint more time, and say that it restarts the job", async () => {
    expect(text).toMatch(/`execution\.checkpointing\.timeout`.*?The change restarts the job/s);
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.edit("orders", { spec: { flinkConfiguration: { "execution.checkpointing.timeout": "30 min" } } });
    await world.follow();
    expect(world.kubelet.started).toHaveLength(2);
  });
});
