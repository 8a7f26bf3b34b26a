import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolders } from "../temporary-folders.ts";
import { type Crowd, startCrowd } from "./crowd/crowd.ts";
import { convergeByEvents, startFunction, type TickCost, tick } from "./crowd/crowd-run.ts";
import { readsOfTick } from "./crowd/expected-reads.ts";

const size = { resources: 1_000, namespaces: 10 };
const quietTicks = 20;
/** Ticks after a change until nothing is left to be told: what happened is mirrored, and the cursors of that written. */
const mostSettling = 4;

const folder = temporaryFolders();
let crowd: Crowd;
beforeAll(async () => {
  crowd = await startCrowd(size, folder("crowd"));
}, 60_000);
afterAll(() => crowd?.close());

/** What a tick must have cost besides its time, and besides Secrets, which are read once a minute. */
const costOf = (pageSize: number) => ({
  ...readsOfTick(crowd.stored(), pageSize),
  writes: 0,
  others: [],
  appManagerOthers: [],
});

const withoutTime = ({ ms: _ms, secrets: _secrets, ...cost }: TickCost) => cost;

it("1,000 resources in 10 platform namespaces converge through events, each made once, under names of its own (R15)", async () => {
  await convergeByEvents(crowd, 220_000);
  const { calls, admin } = crowd.appManager;
  const writes = calls
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, status }) => {
      return `${method} ${path.split("/").at(-1)} ${status}`;
    });
  // Each is announced once as well (R124).
  expect(writes.filter((line) => !line.includes(" events "))).toEqual(
    Array(size.resources).fill("POST deployments 201"),
  );
  expect(writes.filter((line) => line.includes(" events "))).toHaveLength(size.resources);
  expect(admin.state().rows.size).toBe(size.resources);
  expect(admin.violations()).toEqual([]);
}, 240_000);

it("20 quiet ticks write nothing and read as many lists as there are, and each Secret once a minute", async () => {
  const refresh = await startFunction(crowd, "refresh");
  try {
    let settling = 0;
    while ((await tick(crowd, refresh)).writes > 0) {
      settling += 1;
      expect(settling).toBeLessThanOrEqual(mostSettling);
    }
    const from = performance.now();
    const costs: TickCost[] = [];
    for (let count = 0; count < quietTicks; count += 1) costs.push(await tick(crowd, refresh));
    const minutes = Math.ceil((performance.now() - from) / 60_000);
    expect(costs.map(withoutTime)).toEqual(Array(quietTicks).fill(costOf(500)));
    const secrets = costs.reduce((sum, cost) => sum + cost.secrets, 0);
    expect(secrets).toBeLessThanOrEqual(minutes * size.namespaces);
  } finally {
    await refresh.stop();
  }
}, 120_000);

it("a process that knows nothing yet reads each Secret once; pages of 130 read the same events, and more lists", async () => {
  const refresh = await startFunction(crowd, "refresh", { WEIR_SWEEP_PAGE: "130" });
  try {
    const cost = await tick(crowd, refresh);
    expect({ ...withoutTime(cost), secrets: cost.secrets }).toEqual({ ...costOf(130), secrets: size.namespaces });
    // 8 pages; a namespace whose resources are on two of them is listed for both.
    expect(cost).toMatchObject({ pages: 8, deployments: 17, events: 10 });
  } finally {
    await refresh.stop();
  }
}, 60_000);
