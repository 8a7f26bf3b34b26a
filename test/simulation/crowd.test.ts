import { describe, expect, it } from "vitest";
import { OperatorError } from "../../shared/core/error.ts";
import { at } from "../../shared/core/json.ts";
import { vvpDeployment } from "../builders/vvp-deployment.ts";
import { evenDice } from "./dice.ts";
import { ticksAlone, usual } from "./exhaustive/trial.ts";
import type { Setting } from "./schedule.ts";
import { untold } from "./story.ts";
import { Universe } from "./universe.ts";

const size = 20;
const names = Array.from({ length: size }, (_, index) => `job-${index}`);
const [poisoned, ...others] = names as [string, ...string[]];

/** Edits of each resource, and milliseconds between two of the crowd. */
const edits = 5;
const everyMs = 100;

/** When the edits begin, and a tick in the middle of them. */
const beginMs = 120_000 - (size * edits * everyMs) / 2;

/** A crowd whose resources are edited in turn; gives the milliseconds from its last edit on until each has what it wants. */
async function settle(setting: Setting, poison: string | undefined): Promise<ReadonlyMap<string, number>> {
  const universe = new Universe(setting, 1, evenDice, () => undefined, untold);
  const { timeline, server, platform } = universe;
  if (poison !== undefined) refuse(universe, poison);
  universe.happen(() => {
    for (const name of names) {
      const deployment = { metadata: { name }, spec: { state: "RUNNING" } };
      server.cluster.create(vvpDeployment("PATCH", { metadata: { name }, spec: { deployment } }));
    }
  });
  for (let edit = 0; edit < size * edits; edit += 1) {
    const parallelism = 2 + Math.floor(edit / size);
    const patch = { spec: { deployment: { spec: { template: { spec: { parallelism } } } } } };
    timeline.after(beginMs + edit * everyMs, () =>
      universe.happen(() => server.cluster.edit(names[edit % size] ?? "", patch)),
    );
  }
  for (let tick = 1; tick <= 5; tick += 1) timeline.after(tick * setting.tickMs, () => universe.tick());
  const lastEdit = beginMs + (size * edits - 1) * everyMs;
  const settled = new Map<string, number>();
  for (let now = lastEdit; now <= 5 * setting.tickMs; now += 50) {
    await timeline.runUntil(now);
    for (const { deployment } of platform.state.rows.values()) {
      const { name } = deployment.metadata;
      const isDone = at(deployment.spec, "template", "spec", "parallelism") === 1 + edits;
      if (isDone && !settled.has(name)) settled.set(name, now - lastEdit);
    }
  }
  universe.close();
  expect(universe.witness.violations).toEqual([]);
  return settled;
}

/** The API server takes no write to that resource. */
function refuse({ server }: Universe, name: string): void {
  const patch = server.patch.bind(server);
  server.patch = (key, ...rest) => {
    if (key.name === name) throw new OperatorError("Unavailable", "etcd: this one cannot be written");
    return patch(key, ...rest);
  };
}

/** When the last of the others has what it wants. */
function lastOf(settled: ReadonlyMap<string, number>): number {
  return Math.max(...others.map((name) => settled.get(name) ?? Number.POSITIVE_INFINITY));
}

describe("20 resources with 100 edits in 10 s, and a tick in the middle", () => {
  it("have what they want within 5 s of the last edit: the sweep does not starve them (L7)", async () => {
    const settled = await settle(usual, undefined);
    expect(settled.size).toBe(size);
    expect(lastOf(settled)).toBeLessThanOrEqual(5_000);
  });

  it("take no more than a tenth longer beside one that nobody can write to (L5)", async () => {
    const [well, sick] = [await settle(usual, undefined), await settle(usual, poisoned)];
    expect(sick.has(poisoned)).toBe(false);
    expect(lastOf(sick)).toBeLessThanOrEqual(1.1 * lastOf(well) + 50);
  });

  it("nor with ticks alone, and a page for each: a sweep goes on behind it (L5, L7, D2)", async () => {
    const alone = { ...ticksAlone, pageSize: 1 };
    const [well, sick] = [await settle(alone, undefined), await settle(alone, poisoned)];
    expect(lastOf(well)).toBeLessThanOrEqual(alone.tickMs);
    expect(lastOf(sick)).toBeLessThanOrEqual(1.1 * lastOf(well) + 50);
  });
});
