import { expect } from "vitest";
import type { Life } from "./life.ts";
import type { Component } from "./resource.ts";

/** The same job goes on from its last checkpoint after something that starts it again. */
export async function sameJob(life: Life, act: () => Promise<void>): Promise<void> {
  const before = await life.jobId();
  expect(await life.restart(act)).toMatchObject({ what: "restored", job: before });
  expect(await life.jobId()).toBe(before);
}

/** The same, and Weir deploys nothing for it. */
export async function sameDeploy(life: Life, act: () => Promise<void>): Promise<void> {
  const before = await life.attempt();
  await sameJob(life, act);
  expect(await life.attempt()).toBe(before);
}

/** The same after the pods of a role were taken away at once. */
export function afterKill(life: Life, component: Component): Promise<void> {
  return sameDeploy(life, () => life.resource.kill(component));
}

/** Another job goes on from a savepoint of the one before, which is the last thing that it did; the status names it. */
export async function anotherJob(life: Life, act: () => Promise<void>): Promise<void> {
  const before = await life.jobId();
  const start = await life.restart(act);
  const saved = (await life.ledger()).findLast((line) => line.what === "saved" && line.job === before);
  expect(start).toEqual({ ...saved, what: "restored", job: await life.jobId() });
  expect(start.job).not.toBe(before);
  const path = await life.resource.status("jobStatus", "upgradeSavepointPath");
  expect(path).toContain(`${life.folder}/savepoints/savepoint-`);
}

/** Does something, and has Weir die at each of its writes for the cluster until this has come; resolves with how often it died. */
export async function whileDying(
  { operator, resource }: Life,
  act: () => Promise<void>,
  what: string,
  hasCome: () => Promise<boolean>,
): Promise<number> {
  const live = operator.dieAtEachWrite(resource.cluster);
  let deaths = 0;
  try {
    await act();
    // A sweep that died keeps ticks out for half a minute.
    await resource.until(what, async () => {
      await operator.ask(resource.kind, resource.name);
      return hasCome();
    });
  } finally {
    deaths = live();
  }
  return deaths;
}

/** Something that starts nothing: the same job runs on. */
export async function sameRun(life: Life, act: () => Promise<void>): Promise<void> {
  const running = async () => (await life.resource.jobs()).filter(({ endTime }) => endTime === undefined);
  const [job] = await running();
  await act();
  await life.resource.untilState("STABLE", "RUNNING");
  expect(await running()).toMatchObject([{ jobId: job?.jobId, startTime: job?.startTime }]);
}
