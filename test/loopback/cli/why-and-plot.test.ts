import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateMapOf } from "../../../shared/adapters/autoscaler/config-map-store.ts";
import { toText } from "../../../shared/adapters/autoscaler/config-map-text.ts";
import { stateMapLabels } from "../../../shared/adapters/autoscaler/read-state-map.ts";
import { connectDatabase } from "../../../shared/adapters/autoscaler/sql/connect.ts";
import { makeSqlStore } from "../../../shared/adapters/autoscaler/sql/state-store.ts";
import { sizeBasis } from "../../../shared/flink/scaling-wish.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { autoscaled } from "../../simulation/flink/wishes.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { writeKubeconfig } from "../adapters/support/kubeconfig.ts";
import { startPlain } from "../fake-cluster.ts";
import { counted, noon, remembered } from "./remembered.ts";
import { runWeir } from "./run-weir.ts";

const makeFolder = temporaryFolders();

const state = {
  ...remembered({ work: { ...counted, recordsIn: 0 } }),
  history: { work: [{ at: noon + 120_000, from: 2, to: 4, capacity: 50, expected: 120, demand: 100 }] },
  desired: { decidedAt: noon + 120_000, parallelism: { source: 1, work: 4 } },
  latest: { at: noon + 120_000, reason: "Scaled", message: "Scaled work from 2 to 4." },
};

const plain = flinkApplication(autoscaled);
const orders = {
  ...plain,
  metadata: { ...plain.metadata, name: "orders", namespace: "flink", uid: "u", resourceVersion: "1" },
};
const map = {
  kind: "ConfigMap",
  metadata: { ...stateMapOf({ namespace: "flink", kind: "FlinkDeployment", name: "orders" }), labels: stateMapLabels },
  data: { owner: "u", basis: sizeBasis(orders), state: toText(state) },
};

const flink = "/apis/flink.apache.org/v1beta1/namespaces/flink";
const notFound = (name: string) => ({
  kind: "Status",
  reason: "NotFound",
  message: `"${name}" not found`,
  details: { name },
});
const forbidden = (what: string) => ({ kind: "Status", reason: "Forbidden", message: `User "eve" cannot get ${what}` });
const answers: Readonly<Record<string, readonly [status: number, body: object]>> = {
  [`${flink}/flinkdeployments/orders`]: [200, orders],
  [`/api/v1/namespaces/flink/configmaps/${map.metadata.name}`]: [200, map],
  [`${flink}/flinkdeployments/new`]: [200, { ...orders, metadata: { ...orders.metadata, name: "new" } }],
  [`${flink}/flinkdeployments/closed`]: [200, { ...orders, metadata: { ...orders.metadata, name: "closed" } }],
  "/api/v1/namespaces/flink/configmaps/autoscaler.flinkdeployment.closed": [403, forbidden("configmaps")],
  [`${flink}/flinkdeployments/secret`]: [403, forbidden("flinkdeployments")],
};
const methods: string[] = [];
let server: Awaited<ReturnType<typeof startPlain>>;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startPlain(({ method = "", url = "" }, response) => {
    methods.push(method);
    const [status, body] = answers[url] ?? [404, notFound(url.split("/").at(-1) ?? "")];
    response.writeHead(status, { "content-type": "application/json", date: new Date(noon + 130_000).toUTCString() });
    response.end(JSON.stringify(body));
  });
  env = { KUBECONFIG: writeKubeconfig(server.url) };
});
afterAll(() => server.stop());

const run = (...argv: readonly string[]) => runWeir(argv, env);

describe("weir why", () => {
  it.each([["orders"], ["flinkdeployment/orders"], ["flinkdep", "orders"]])("tells of %s", async (...target) => {
    const { code, out, err } = await run("why", ...target, "-n", "flink");
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      "FlinkDeployment flink/orders",
      "",
      "Answer    Scaled, at 2026-11-22T12:02:00Z (10s ago)",
      "Because   Scaled work from 2 to 4.",
      "Meaning   The job was scaled.",
      "Window    3 samples over 2 min; it is 15 min long",
      "",
      "VERTEX   DESIRED   DELAYED   LAST RESCALE",
      "source   1",
      "work     4                   2 to 4 at 2026-11-22T12:02:00Z: 100.00/s came in, it could do 50.00/s, and then 120.00/s",
      "",
    ]);
    expect(new Set(methods)).toEqual(new Set(["GET"]));
  });

  it("gives the same as JSON", async () => {
    const { code, out } = await run("why", "orders", "-n", "flink", "-o", "json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      standing: "judged",
      reason: "Scaled",
      vertices: [{ desired: 1 }, { desired: 4 }],
    });
  });

  it.each([
    { name: "no such resource", argv: ["nope"], code: 1, says: "FlinkDeployment flink/nope does not exist." },
    {
      name: "a resource that may not be read",
      argv: ["secret"],
      code: 1,
      says: 'User "eve" cannot get flinkdeployments',
    },
    {
      name: "a ConfigMap that may not be read",
      argv: ["closed"],
      code: 1,
      says: "right to get configmaps in namespace flink",
    },
    { name: "no cycle yet", argv: ["new"], code: 0, says: "has not looked at the job yet" },
    { name: "a kind without jobs", argv: ["vvpdeployment/x"], code: 2, says: "flinkdeployment or flinksessionjob" },
    { name: "no job", argv: [], code: 2, says: "flinkdeployment/NAME" },
    { name: "half a name", argv: ["flinksessionjob/"], code: 2, says: "flinkdeployment/NAME" },
    { name: "an unknown format", argv: ["orders", "-o", "xml"], code: 2, says: "text or json" },
  ])("$name: ends with $code", async ({ argv, code, says }) => {
    const ran = await run("why", ...argv, "-n", "flink");
    expect(ran.code).toBe(code);
    expect(ran.out + ran.err).toContain(says);
    expect(ran.err).not.toContain("    at ");
  });
});

describe("weir plot", () => {
  it("draws what is remembered of a resource's job", async () => {
    const { code, out, err } = await run("plot", "orders", "-n", "flink");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^<svg /);
    expect(out).toContain("<title>FlinkDeployment flink/orders</title>");
    expect(out).toContain("<title>3 → 5</title>");
    expect(out).toContain(">12:02<");
  });

  it("draws into a file what the database of weir autoscaler remembers", async () => {
    const folder = makeFolder("plot");
    const url = `sqlite:${join(folder, "state.db")}`;
    const database = await connectDatabase({ url });
    const job = { key: "main/a1", jobId: "a1", status: "RUNNING", configuration: {}, now: noon };
    await makeSqlStore(database, () => noon).save(job, state, undefined, AbortSignal.timeout(10_000));
    await database.db.destroy();
    const file = join(folder, "job.svg");
    const drawn = await run("plot", "--store", url, "--job", "main/a1", "--out", file);
    expect([drawn.code, drawn.out]).toEqual([0, ""]);
    expect(readFileSync(file, "utf8")).toContain("<title>main/a1</title>");
    const other = await run("plot", "--store", url, "--job", "main/b2");
    expect([other.code, other.err]).toEqual([1, expect.stringContaining("kept under main/b2; there are main/a1")]);
  });

  it.each([
    { name: "no such resource", argv: ["nope"], code: 1, says: "FlinkDeployment flink/nope does not exist" },
    { name: "no cycle yet", argv: ["new"], code: 1, says: "has not looked at the job yet" },
    {
      name: "a file that cannot be written",
      argv: ["orders", "--out", "/nowhere/at/all.svg"],
      code: 1,
      says: "/nowhere",
    },
    { name: "no job", argv: [], code: 2, says: "flinkdeployment/NAME" },
    {
      name: "both ways at once",
      argv: ["orders", "--job", "k"],
      code: 2,
      says: "either a resource, or --store and --job",
    },
    { name: "half of a stored job", argv: ["--job", "k"], code: 2, says: "--store URL and --job KEY" },
    { name: "no address", argv: ["--store", "memory", "--job", "k"], code: 2, says: "is no postgresql" },
    {
      name: "no such file",
      argv: ["--store", "sqlite:/nowhere.db", "--job", "k"],
      code: 2,
      says: "there is no /nowhere.db",
    },
  ])("$name: ends with $code", async ({ argv, code, says }) => {
    const ran = await run("plot", ...argv, ...(argv.includes("--job") ? [] : ["-n", "flink"]));
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(says);
    expect(ran.err).not.toContain("    at ");
  });

  it("a state that is none is told as one", async () => {
    const file = join(makeFolder("rubbish"), "state.db");
    writeFileSync(file, "rubbish");
    const { code, err } = await run("plot", "--store", `sqlite:${file}`, "--job", "k");
    expect([code, err]).toEqual([1, expect.stringMatching(/^weir plot: the database cannot be used: .*\n$/)]);
  });
});
