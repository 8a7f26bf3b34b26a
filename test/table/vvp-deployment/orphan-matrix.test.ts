import { describe, expect, it } from "vitest";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { finalizer, type KubeObject } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import { home, type World } from "../../world/world.ts";

/** What keeps the platform from being asked; none of it is a fact about the deployment. */
interface Outage {
  readonly name: string;
  readonly begins: (world: World) => void;
  readonly reason: "AppManagerUnreachable" | "AuthenticationFailed";
}

type Shot = NonNullable<Parameters<World["admin"]["configure"]>[0]["next"]>[number];

const answers = (shot: Shot) => (world: World) => void world.admin.configure({ next: [shot] });

const outages: readonly Outage[] = [
  { name: "a refused connection", begins: (world) => world.cut(true), reason: "AppManagerUnreachable" },
  { name: "a time-out", begins: answers({ kind: "hang", method: "GET" }), reason: "AppManagerUnreachable" },
  { name: "a 503", begins: answers({ kind: "error", status: 503, method: "GET" }), reason: "AppManagerUnreachable" },
  { name: "a proxy's 404", begins: answers({ kind: "htmlNotFound", method: "GET" }), reason: "AppManagerUnreachable" },
  {
    name: "an address that is not AppManager's",
    begins: (world) => world.admin.configure({ next: Array(3).fill({ kind: "error", status: 404, method: "GET" }) }),
    reason: "AppManagerUnreachable",
  },
  { name: "a login page", begins: answers({ kind: "garbage", method: "GET" }), reason: "AppManagerUnreachable" },
  {
    name: "a 429",
    begins: answers({ kind: "throttle", retryAfterSeconds: 1, method: "GET" }),
    reason: "AppManagerUnreachable",
  },
  { name: "a 401", begins: answers({ kind: "error", status: 401, method: "GET" }), reason: "AuthenticationFailed" },
  { name: "a 403", begins: answers({ kind: "error", status: 403, method: "GET" }), reason: "AuthenticationFailed" },
  {
    name: "a Secret that is gone",
    begins: (world) => {
      world.cluster.secrets.clear();
      world.clock.skip(61_000);
    },
    reason: "AuthenticationFailed",
  },
];

interface Cell {
  readonly record: boolean;
  readonly deployment: boolean;
  readonly deleting: boolean;
  /** What is decided once the platform can be asked (F13). */
  readonly rule: string;
  readonly consistent: string;
}

const cells: readonly Cell[] = [
  { record: true, deployment: true, deleting: false, rule: "rest", consistent: "True/RecordIntact" },
  {
    record: true,
    deployment: false,
    deleting: false,
    rule: "report-lost",
    consistent: "False/AppManagerRecordNotFound",
  },
  { record: false, deployment: true, deleting: false, rule: "report-lost", consistent: "False/DBRecordMissing" },
  { record: false, deployment: false, deleting: false, rule: "report-lost", consistent: "False/ResourceDeleted" },
  { record: true, deployment: true, deleting: true, rule: "delete-deployment", consistent: "gone" },
  { record: true, deployment: false, deleting: true, rule: "release-with-nothing-behind", consistent: "gone" },
  { record: false, deployment: true, deleting: true, rule: "delete-deployment", consistent: "gone" },
  { record: false, deployment: false, deleting: true, rule: "release-with-nothing-behind", consistent: "gone" },
];

const there = (is: boolean) => (is ? "there" : "gone");
const matrix = outages.flatMap((outage) =>
  cells.map((cell) => {
    const what = `record ${there(cell.record)}, deployment ${there(cell.deployment)}`;
    return { ...outage, ...cell, title: `${outage.name}: ${what}${cell.deleting ? ", deleting" : ""}` };
  }),
);

async function makeWorld({ record, deployment, deleting }: Cell): Promise<World> {
  const world = await settledWorld("PATCH");
  if (!record) world.cluster.edit(subject, { metadata: { annotations: { [recordAnnotation]: null } } });
  if (!deployment) world.admin.deleteDeployment("default", subject);
  if (deleting) world.cluster.remove(subject);
  return world;
}

function ends(world: World): void {
  world.cut(false);
  world.admin.configure({ next: [] });
  world.cluster.secrets.set(`${home.namespace}/${home.secret}`, { token: home.token });
  world.clock.skip(61_000);
}

/** `Status/Reason` by type, without the two that an outage may change. */
function frozenOf(object: KubeObject | undefined): (readonly [string, string])[] {
  const all = object === undefined ? [] : conditionsOf(object);
  const own = ["Consistent", "SpecAligned", "NonceAligned", "ParallelismAligned", "DeletionBlocked"];
  const kept = all.filter(({ type }) => own.includes(type) && type !== "Consistent");
  return kept.map(({ type, status, reason }) => [type, `${status}/${reason}`] as const);
}

function consistentOf(object: KubeObject | undefined): string {
  const found = object && conditionsOf(object).find(({ type }) => type === "Consistent");
  return found === undefined ? "gone" : `${found.status}/${found.reason}`;
}

describe("the orphan matrix behind an outage", () => {
  it.each(matrix)(
    "$title (F13, R85–R90, AMB-11, AMB-12, AMB-23: an outage is no fact; then the cell's own rule decides)",
    async (one) => {
      const world = await makeWorld(one);
      const before = world.cluster.find(subject);
      one.begins(world);
      world.trace.length = 0;
      expect((await world.pass(subject)).rule).toBe("await-backend");
      const during = world.cluster.find(subject);
      const sent = world.trace.filter((call) => call.to === "platform" && call.method !== "GET");
      expect([sent, during?.metadata.finalizers, consistentOf(during)]).toEqual([
        [],
        [finalizer],
        `Unknown/${one.reason}`,
      ]);
      expect([frozenOf(during), during?.metadata.annotations]).toEqual([
        frozenOf(before),
        before?.metadata.annotations,
      ]);
      ends(world);
      const { rule } = await world.pass(subject);
      expect([rule, consistentOf(world.cluster.find(subject))]).toEqual([one.rule, one.consistent]);
      expect(world.admin.violations()).toEqual([]);
    },
  );
});
