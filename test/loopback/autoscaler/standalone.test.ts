import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makePair } from "../../../functions/front/certificate.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { deadUrl } from "../adapters/support/loopback.ts";
import { runWeir } from "../cli/run-weir.ts";
import { atOnce, launch } from "./launch.ts";
import { ids, jobId, type MeasuredCluster, startMeasuredCluster } from "./measured-cluster.ts";

const makeFolder = temporaryFolders();
const started: MeasuredCluster[] = [];
const start: typeof startMeasuredCluster = async (options) => {
  const cluster = await startMeasuredCluster(options);
  started.push(cluster);
  return cluster;
};
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

const patience = { interval: 50 };

describe("weir autoscaler", () => {
  it("measures a job, rescales it in place, says why, and lets it be when it has what it needs", async () => {
    const cluster = await start();
    const { text, stop } = launch(["--flink", `main=${cluster.url}`, ...atOnce]);
    await expect.poll(() => cluster.parallelism(), patience).toBe(4);
    await expect.poll(() => text.out, patience).toContain("AutoscalerBalanced");
    expect(await stop()).toBe(0);
    expect(cluster.rescales(), "250 a second at 70 % of 100 each are four subtasks, at once").toBe(1);
    expect(text.out).toMatch(new RegExp(`Normal  ScalingReport  main/${jobId}  Scaled work from 1 to 4 `));
    expect(text.out).toMatch(
      new RegExp(`Normal  Scaling  main/${jobId}  Flink was asked for 4 subtasks of ${ids.work}`),
    );
    expect(text.err.replace(/^.*Warning.*$|^\(Use .*$/gm, "").trim()).toBe("");
  });

  it("looks after several clusters, over https and with a token, and a job's own options hold before all others", async () => {
    const { key, certificate, authority } = await makePair({ names: ["localhost"], lifeMs: 3_600_000 }, new Date());
    const folder = makeFolder("standalone");
    const [ca, token] = [join(folder, "ca.pem"), join(folder, "token")];
    writeFileSync(ca, authority);
    writeFileSync(token, "s3cret\n");
    const safe = await start({ tls: { key, cert: certificate }, authorization: "Bearer s3cret" });
    const plain = await start({ configuration: { "job.autoscaler.scaling.enabled": "false" } });
    const { text, stop } = launch([
      ...["--flink", `safe=${safe.url.replace("127.0.0.1", "localhost")}`, "--flink", `plain=${plain.url}`],
      ...["--ca-file", ca, "--token-file", `safe=${token}`, ...atOnce],
    ]);
    await expect.poll(() => safe.parallelism(), patience).toBe(4);
    await expect.poll(() => text.out, patience).toMatch(/plain\/\w+ {2}Recommended, and not carried out/);
    expect(await stop("SIGINT")).toBe(0);
    expect(plain.rescales()).toBe(0);
    expect(
      plain.received.every(({ headers }) => headers.authorization === undefined),
      "the token is not theirs",
    ).toBe(true);
    expect(text.out).not.toContain("s3cret");
  });

  it("says that it tunes no memory where a job asks for that, and rescales it", async () => {
    const cluster = await start({ configuration: { "job.autoscaler.memory.tuning.enabled": "true" } });
    const { text, stop } = launch(["--flink", cluster.url, ...atOnce]);
    await expect.poll(() => cluster.parallelism(), patience).toBe(4);
    expect(await stop()).toBe(0);
    expect(text.out.match(/memory\.tuning\.enabled has no effect but with the operator/g)).toHaveLength(1);
  });

  it("calls: one list, then for the job one, one for its source, one in turn, and its size where one is desired", async () => {
    const cluster = await start();
    const { text, stop } = launch(["--flink", cluster.url, ...atOnce]);
    await expect.poll(() => text.out, patience).toContain("AutoscalerBalanced");
    await stop();
    const paths = cluster.received.map(({ method, url }) => `${method} ${url.split("?")[0]}`);
    const last = paths.slice(0, -1).lastIndexOf("GET /jobs/overview");
    const before = paths.slice(0, last).lastIndexOf("GET /jobs/overview");
    expect(paths.slice(before, last)).toEqual([
      ...["GET /jobs/overview", `GET /jobs/${jobId}`, `GET /jobs/${jobId}/vertices/${ids.source}/subtasks/metrics`],
      `GET /jobs/${jobId}/vertices/${ids.work}/subtasks/metrics`,
      `GET /jobs/${jobId}/resource-requirements`,
    ]);
  });

  it("tells Prometheus on this machine of cycles and vertices where it is asked to", async () => {
    const cluster = await start();
    const { text, stop } = launch(["--flink", `main=${cluster.url}`, "--metrics-port", "0", ...atOnce]);
    await expect.poll(() => text.out, patience).toContain("AutoscalerBalanced");
    const url = /Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)\./.exec(text.out)?.[1] ?? "";
    const scraped = await (await fetch(url)).text();
    const job = `resourcetype="Job",cluster="main",job_id="${jobId}",job_name="bottleneck"`;
    expect(scraped).toContain('flink_kubernetes_operator_autoscaler_scalings{resourcetype="Job"} 1');
    expect(scraped).toContain(
      `flink_kubernetes_operator_autoscaler_current_parallelism{${job},jobVertexID="${ids.work}"} 4`,
    );
    expect((await fetch(url.replace("metrics", "other"))).status).toBe(404);
    const taken = await runWeir(["autoscaler", "--flink", cluster.url, "--metrics-port", new URL(url).port]);
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining("EADDRINUSE")]);
    expect(await stop()).toBe(0);
  });

  it("goes on while a cluster cannot be reached, says so once, and when it is there again", async () => {
    const cluster = await start();
    const { text, stop } = launch(["--flink", `gone=${await deadUrl()}`, "--flink", `here=${cluster.url}`, ...atOnce]);
    await expect.poll(() => cluster.parallelism(), patience).toBe(4);
    cluster.answer(() => ({ status: 503, text: "later" }));
    await expect.poll(() => text.out, patience).toMatch(/ClusterUnreachable {2}here/);
    expect(await stop()).toBe(0);
    expect(text.out.match(/ClusterUnreachable {2}gone/g)).toHaveLength(1);
  });

  it("a job without the adaptive scheduler is not measured or rescaled, and told what it needs, once", async () => {
    const cluster = await start({ configuration: { "jobmanager.scheduler": "default" } });
    const { text, stop } = launch(["--flink", cluster.url, ...atOnce]);
    const lists = () => cluster.received.filter(({ url }) => url === "/jobs/overview").length;
    await expect.poll(lists, patience).toBeGreaterThan(5);
    expect(await stop()).toBe(0);
    const told =
      /Warning {2}AutoscalerNotScalable .* The job is not scaled: it needs jobmanager\.scheduler: adaptive\./g;
    expect(text.out.match(told)).toHaveLength(1);
    expect(cluster.received.filter(({ url }) => url === `/jobs/${jobId}`)).toEqual([]);
    expect(cluster.rescales()).toBe(0);
  });

  it("a job that nobody switched on is told as off, once, and is not measured", async () => {
    const cluster = await start();
    const { text, stop } = launch(["--flink", cluster.url]);
    const lists = () => cluster.received.filter(({ url }) => url === "/jobs/overview").length;
    await expect.poll(lists, patience).toBeGreaterThan(3);
    expect(await stop()).toBe(0);
    expect(text.out.match(/AutoscalerDisabled/g)).toHaveLength(1);
    expect(cluster.received.filter(({ url }) => url === `/jobs/${jobId}`)).toEqual([]);
  });

  it("one round with --once: 0, and 1 where a cluster could not be asked", async () => {
    const cluster = await start();
    expect(await runWeir(["autoscaler", "--flink", cluster.url, "--once", ...atOnce])).toMatchObject({ code: 0 });
    const { code, out } = await runWeir(["autoscaler", "--flink", await deadUrl(), "--once"]);
    expect([code, out]).toEqual([1, expect.stringMatching(/ClusterUnreachable .* ECONNREFUSED/)]);
  });

  it("options come from a file, too, in the reference's words", async () => {
    const cluster = await start();
    const { port } = new URL(cluster.url);
    const file = join(makeFolder("standalone"), "config.yaml");
    const place = { "fetcher.flink-cluster.host": "127.0.0.1", "fetcher.flink-cluster.port": port, mode: "x" };
    writeFileSync(
      file,
      Object.entries(place)
        .map(([key, value]) => `autoscaler.standalone.${key}: ${value}\n`)
        .join(""),
    );
    const { code, err } = await runWeir(["autoscaler", "--config", file, "--once"]);
    expect([code, err]).toEqual([0, expect.stringContaining("autoscaler.standalone.mode is no option")]);
    expect(cluster.received.map(({ url }) => url)).toContain("/jobs/overview");
  });
});

describe("a wrong command line ends with 2 and says what is wrong", () => {
  const url = ["--flink", "http://127.0.0.1:1"];
  it.each([
    { argv: ["--flink", "ftp://host"], says: "no http or https URL" },
    { argv: ["--flink", "nowhere"], says: "'nowhere'" },
    { argv: ["--flink", "http://user:secret@host:1"], says: "must not hold credentials" },
    { argv: ["--flink", "http://host/flink"], says: "without a path" },
    { argv: ["--flink", "a=http://h:1", "--flink", "a=http://h:2"], says: "two clusters 'a'" },
    { argv: [...url, "--interval", "soon"], says: "--interval: 'soon' is no duration" },
    { argv: [...url, "--interval", "0 s"], says: "too short" },
    { argv: [...url, "--parallelism", "0"], says: "no whole number" },
    { argv: [...url, "--metrics-port", "65536"], says: "--metrics-port: '65536' is no port" },
    { argv: [...url, "--profile", "best"], says: "it is improved or compat" },
    { argv: [...url, "-D", "key"], says: "no KEY=VALUE" },
    { argv: [...url, "--config", "/nowhere"], says: "--config: /nowhere cannot be read" },
    { argv: [...url, "--token-file", "/nowhere"], says: "--token-file: /nowhere cannot be read" },
    { argv: [...url, "--user", "me"], says: "WEIR_FLINK_PASSWORD" },
    { argv: [...url, "--user", "me", "--user", "you"], says: "twice for every cluster" },
    { argv: [...url, "more"], says: "Unexpected argument 'more'" },
    { argv: [...url, "--unknown"], says: "Unknown option '--unknown'" },
  ])("$argv: $says", async ({ argv, says }) => {
    const { code, out, err } = await runWeir(["autoscaler", ...argv]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(says);
    expect(err).not.toContain("secret");
    expect(err).not.toContain("    at ");
  });
});
