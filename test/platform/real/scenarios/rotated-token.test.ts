import { expect } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import { type FunctionProcess, withProcess } from "../../scenario-process.ts";
import { conditionOf, deliver, readExamples, sourceHeaders } from "../../scenario-rig.ts";
import { changeSecret, makeCanary, secretPath, startTapped, type Tapped } from "./canaries.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";

const { patch } = await readExamples();
const name = patch.metadata.name;

/** Delivers an event and gives what followed: requests to AppManager about deployments, and how often the Secret was read. */
async function pass({ world }: Tapped, { url }: FunctionProcess) {
  const reads = () => world.platform.calls.filter(({ method, path }) => method === "GET" && path === secretPath).length;
  const before = { calls: world.appManager.calls.length, reads: reads() };
  expect((await deliver(url, sourceHeaders(name))).status).toBe(204);
  const asked = world.appManager.calls.slice(before.calls).filter(({ path }) => !path.endsWith("/events"));
  return { calls: asked.map(({ method, status }) => `${method} ${status}`), secretReads: reads() - before.reads };
}

async function widen({ world }: Tapped, parallelism: number): Promise<void> {
  await world.kubectl.patch(name, { spec: { deployment: { spec: { template: { spec: { parallelism } } } } } });
}

/** The parallelism that the platform has, and what the resource says about its link. */
async function look({ world }: Tapped) {
  const [row] = [...world.appManager.admin.state().rows.values()];
  const parallelism = at(row?.deployment.spec, "template", "spec", "parallelism");
  return { parallelism, consistent: conditionOf(await world.resource(name), "Consistent") };
}

/** A new token of the platform, and a watch that it comes out nowhere. */
function issue(tapped: Tapped, title: string): string {
  const secret = makeCanary(title);
  tapped.guard(`the ${title} token`, secret, () => tapped.tap.heard());
  return tapped.world.appManager.admin.createToken({ namespace: "default", role: "editor", secret });
}

const intact = { status: "True", reason: "RecordIntact" };
const refused = { status: "Unknown", reason: "AuthenticationFailed" };

async function rotate(tapped: Tapped, started: FunctionProcess): Promise<void> {
  const { world } = tapped;
  const { admin, token: first } = world.appManager;
  await world.kubectl.apply(patch, "patch.yaml");
  expect(await pass(tapped, started)).toEqual({ calls: ["GET 404", "POST 201"], secretReads: 1 });
  const second = issue(tapped, "second");

  await step("the new token is in the Secret before the old one dies: nobody notices", async () => {
    await changeSecret(tapped, { token: second });
    admin.revokeToken(first);
    await widen(tapped, 2);
    expect(await pass(tapped, started)).toEqual({ calls: ["GET 401", "GET 200", "PATCH 200"], secretReads: 1 });
    expect(await look(tapped)).toEqual({ parallelism: 2, consistent: intact });
  });

  const third = issue(tapped, "third");
  await step("a token dies while the Secret still holds it: it is read again, and nothing is sent", async () => {
    admin.revokeToken(second);
    await widen(tapped, 3);
    expect(await pass(tapped, started)).toEqual({ calls: ["GET 401"], secretReads: 1 });
    expect(await look(tapped)).toEqual({ parallelism: 2, consistent: refused });
    expect(await pass(tapped, started)).toEqual({ calls: ["GET 401"], secretReads: 1 });
  });

  await step("the Secret changes: the next look does what was left, once, without a restart", async () => {
    await changeSecret(tapped, { token: third });
    expect(await pass(tapped, started)).toEqual({ calls: ["GET 401", "GET 200", "PATCH 200"], secretReads: 1 });
    expect(await look(tapped)).toEqual({ parallelism: 3, consistent: intact });
    expect(await pass(tapped, started)).toEqual({ calls: ["GET 200"], secretReads: 0 });
  });

  await step("a deletion waits for access, and ends when there is some", async () => {
    admin.revokeToken(third);
    await world.kubectl.delete(name);
    expect(await pass(tapped, started)).toEqual({ calls: ["GET 401"], secretReads: 1 });
    expect(await look(tapped)).toEqual({ parallelism: 3, consistent: refused });
    await changeSecret(tapped, { token: issue(tapped, "fourth") });
    expect(await pass(tapped, started)).toEqual({ calls: ["GET 401", "GET 200", "DELETE 200"], secretReads: 1 });
    expect(await world.resource(name)).toBeUndefined();
    expect(admin.state().rows.size).toBe(0);
  });
}

onBothPlatforms(
  "a rotated token: 401, then the Secret is read again; nothing is doubled, no secret comes out (R13, D13)",
  async (play) => {
    const tapped = await startTapped(play);
    await tapped.world.changes.stop();
    const env = { WEIR_APPMANAGER_URL: tapped.tap.url, WEIR_LOG_LEVEL: "debug" };
    const use = async (started: FunctionProcess) => {
      await rotate(tapped, started);
      const { out, err } = started.text;
      const metrics = await (await fetch(`${started.url}/metrics`)).text();
      expect(metrics).toContain("weir_");
      const more = { "log of the process": out, "errors of the process": err, "metrics of the process": metrics };
      expect(await tapped.searchSecrets(more)).toEqual(expect.arrayContaining(Object.keys(more)));
      expect(out).toContain("await-backend");
    };
    await withProcess(tapped.world, "reconcile", use, env);
  },
);
