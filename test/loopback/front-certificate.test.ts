import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { readBundle } from "../../functions/front/renewal.ts";
import { untilDefined } from "../patience.ts";
import { admission, ask, atEnd, cluster, endAll, eventually, front, health } from "./front-parts.ts";
import { run } from "./image-project.ts";

afterEach(endAll);

describe("its certificate", () => {
  it("is not ready before the API server was told to trust it, and heals by itself", async () => {
    const api = await cluster();
    api.fail(503);
    const started = await front(api);
    await eventually(() => (api.requests.length > 0 ? true : undefined));
    expect([await health(started, "/healthz"), await health(started, "/readyz")]).toEqual([200, 503]);
    api.fail(undefined);
    await eventually(() => started.tlsPort());
    expect([await health(started, "/readyz"), await health(started, "/else")]).toEqual([200, 404]);
    expect(api.secret()).toMatchObject({ type: "kubernetes.io/tls", metadata: { name: "weir-front-tls" } });
  });

  it("is made once by two replicas that start together", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const [one, two] = await Promise.all([front(api, { target }), front(api, { target })]);
    await eventually(() => one.tlsPort());
    await eventually(() => two.tlsPort());
    const ca = api.caBundle();
    expect((await ask(one, { ca })).serial).toBe((await ask(two, { ca })).serial);
    expect(api.requests.filter((line) => /^(POST|PUT).* 20\d$/.test(line))).toHaveLength(1);
    expect(readBundle(ca)).toHaveLength(1);
  });

  it("is renewed while it is served; the old trust stays for replicas that have not moved", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const still = await front(api, { target });
    await eventually(() => still.tlsPort());
    const before = await ask(still, { ca: api.caBundle() });
    api.dropSecret();
    const moving = await front(api, { target, checkMs: 20 });
    await eventually(() => moving.tlsPort());
    const ca = await eventually(() => (readBundle(api.caBundle()).length === 2 ? api.caBundle() : undefined));
    const moved = await ask(moving, { ca });
    expect(moved.serial).not.toBe(before.serial);
    expect((await ask(still, { ca })).serial).toBe(before.serial);
    api.dropSecret();
    const again = await eventually(() => (readBundle(api.caBundle()).length === 3 ? api.caBundle() : undefined));
    const renewed = async () => (await ask(moving, { ca: again })).serial !== moved.serial || undefined;
    await untilDefined(renewed, 20, () => "a renewed certificate is served without a restart");
  });

  it("is served beside a new one for a while, also where another replica wrote the trust", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const still = await front(api, { target, checkMs: 400, settleMs: 60_000 });
    await eventually(() => still.tlsPort());
    const { serial } = await ask(still, { ca: api.caBundle() });
    api.dropSecret();
    const other = await front(api, { target });
    await eventually(() => other.tlsPort());
    const looks = () => api.requests.length;
    const seen = looks();
    await eventually(() => (looks() >= seen + 2 ? true : undefined));
    await pause(50);
    const ca = api.caBundle();
    expect((await ask(other, { ca })).serial).not.toBe(serial);
    expect((await ask(still, { ca })).serial).toBe(serial);
  });

  it("has nowhere to be served while another has the port: it is tried again ever less often, until the port is free", async () => {
    const api = await cluster();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port: tlsPort } = other.address() as AddressInfo;
    const failed: number[] = [];
    const warn = () => void failed.push(performance.now());
    const started = await front(api, { tlsPort, retryMs: 20, warn });
    await eventually(() => failed[4]);
    other.close();
    const waits = failed.slice(1).map((time, index) => time - (failed[index] ?? 0));
    expect(waits.slice(0, 4).map((wait, index) => wait >= 20 * 2 ** index - 2)).toEqual([true, true, true, true]);
    expect(started.tlsPort()).toBeUndefined();
    expect(await eventually(() => started.tlsPort())).toBe(tlsPort);
  });

  it("stays in use when the API server goes away", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const started = await front(api, { target, checkMs: 10 });
    await eventually(() => started.tlsPort());
    const ca = api.caBundle();
    api.fail(500);
    const seen = api.requests.length;
    await eventually(() => (api.requests.length > seen + 1 ? true : undefined));
    expect((await ask(started, { ca })).status).toBe(200);
    expect(await health(started, "/readyz")).toBe(200);
  });
});

describe("the process", () => {
  const script = join(import.meta.dirname, "../../functions/front/index.ts");

  const wrong = [
    { name: "no cluster", env: {}, says: "KUBERNETES_SERVICE_HOST: is not set: the front runs in a cluster" },
    { name: "no account", env: { KUBERNETES_SERVICE_HOST: "localhost" }, says: "no file namespace in" },
    {
      name: "a wrong value",
      env: { KUBERNETES_SERVICE_HOST: "localhost", WEIR_ADMISSION_TIMEOUT: "soon" },
      says: "WEIR_ADMISSION_TIMEOUT",
    },
  ];

  it.each(wrong)("ends with one line and exit code 2: $name", async ({ env, says }) => {
    const ended = await run(process.execPath, [script], { env });
    expect(ended).toEqual({ code: 2, out: "", err: expect.stringMatching(/^weir front: .*\n$/) });
    expect(ended.err).toContain(says);
    expect(ended.err.trimEnd().split("\n")).toHaveLength(1);
  });

  it("takes reviews, logs JSON without a secret, and ends with 0 on SIGTERM", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const child = spawn(process.execPath, [script], {
      env: {
        KUBERNETES_SERVICE_HOST: api.host,
        KUBERNETES_SERVICE_PORT: `${api.port}`,
        WEIR_FRONT_ACCOUNT_DIR: api.accountDir,
        WEIR_ADMISSION_URL: target,
        WEIR_FRONT_TLS_PORT: "0",
        WEIR_FRONT_LISTEN: "127.0.0.1",
        WEIR_FRONT_DRAIN: "1ms",
        PORT: "0",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    atEnd(async () => void child.kill("SIGKILL"));
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    const port = await eventually(() => /"tls":(\d+)/.exec(out)?.[1]);
    const reply = await ask(
      { tlsPort: () => Number(port) },
      {
        body: "{}",
        ca: api.caBundle(),
      },
    );
    expect(reply.status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    const messages = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
    expect(messages).toEqual([
      "front started",
      "certificate made",
      "webhook configuration trusts the certificate",
      "taking reviews",
    ]);
    expect(out).not.toMatch(/PRIVATE KEY|a-token/);
  });
});
