import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, describe, expect, it } from "vitest";
import { makeApp, onlyPost, post } from "../../shared/runtime/app.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import { makeListener } from "../../shared/runtime/listener.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";

const errors: object[] = [];
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object) => void errors.push(fields),
};

/** Says what it was given; the body steers what it answers. */
const handler: Handler = async ({ headers, read }) => {
  const body = await read(1_000);
  if (!("text" in body)) return { status: 413, json: { reason: "too large" } };
  if (body.text === "nothing") return { status: 204 };
  if (body.text === "defect") throw new Error("a defect");
  const own = [...headers].filter(([name]) => name.toLowerCase().startsWith("ce-"));
  return { status: 200, json: { text: body.text, own: Object.fromEntries(own.map(([k, v]) => [k.toLowerCase(), v])) } };
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  errors.length = 0;
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener as never);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const makeHono = () => {
  const app = makeApp(makeMetrics(), log);
  post(app, "/", handler);
  onlyPost(app, "/");
  return getRequestListener(app.fetch);
};

const startBoth = async () => ({
  direct: await serve(makeListener({ log, posts: new Map([["/", handler]]), rest: async () => makeHono() })),
  hono: await serve(makeHono()),
});

describe("the listener on node:http alone", () => {
  const rows = [
    { name: "a POST", path: "/", init: { method: "POST", body: "hello", headers: { "ce-id": "a b" } } },
    { name: "a query", path: "/?x=1", init: { method: "POST", body: "hello" } },
    { name: "an answer without body", path: "/", init: { method: "POST", body: "nothing" } },
    { name: "no body", path: "/", init: { method: "POST" } },
    { name: "a body that is too large", path: "/", init: { method: "POST", body: "x".repeat(300_000) } },
    { name: "a handler with a defect", path: "/", init: { method: "POST", body: "defect" } },
    { name: "text beyond ASCII", path: "/", init: { method: "POST", body: "Fluß → 流" } },
    { name: "a probe", path: "/readyz", init: {} },
    { name: "a liveness probe", path: "/healthz?verbose", init: {} },
    { name: "another method", path: "/", init: { method: "PUT", body: "x" } },
    { name: "OPTIONS", path: "/", init: { method: "OPTIONS" } },
    { name: "another path", path: "/nowhere", init: { method: "POST", body: "x" } },
    { name: "a POST to a probe", path: "/readyz", init: { method: "POST" } },
  ];

  it.each(rows)("answers $name as the app on hono does", async ({ path, init }) => {
    const urls = await startBoth();
    const ask = async (url: string) => {
      const reply = await fetch(`${url}${path}`, init);
      const { allow = null, "content-type": type = null } = Object.fromEntries(reply.headers);
      return { status: reply.status, type, allow, text: await reply.text() };
    };
    expect(await ask(urls.direct)).toEqual(await ask(urls.hono));
  });

  it("serves metrics, which only the app knows", async () => {
    const { direct } = await startBoth();
    expect(await (await fetch(`${direct}/metrics`)).text()).toContain("weir_events_total");
  });

  it("does not load the app for what it answers itself", async () => {
    let loads = 0;
    const rest = async () => {
      loads += 1;
      return makeHono();
    };
    const url = await serve(makeListener({ log, posts: new Map([["/", handler]]), rest }));
    await fetch(`${url}/readyz`);
    await fetch(url, { method: "POST", body: "hello" });
    expect(loads).toBe(0);
    await Promise.all([fetch(`${url}/nowhere`), fetch(`${url}/metrics`)]);
    expect(loads).toBe(1);
  });

  it("answers 503 when the app cannot be loaded, and tries again", async () => {
    let loads = 0;
    const rest = () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error("no such file")) : Promise.resolve(makeHono());
    };
    const url = await serve(makeListener({ log, posts: new Map(), rest }));
    expect((await fetch(`${url}/nowhere`)).status).toBe(503);
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    expect(errors).toEqual([expect.objectContaining({ error: "no such file" })]);
  });

  it("tells a handler that its sender went away, and not when it was answered", async () => {
    const seen: string[] = [];
    const slow: Handler = async ({ read, signal }) => {
      const body = await read(100);
      if ("text" in body && body.text === "quick") {
        signal.addEventListener("abort", () => seen.push("quick"));
        return { status: 204 };
      }
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      seen.push("slow");
      return { status: 204 };
    };
    const url = await serve(makeListener({ log, posts: new Map([["/", slow]]), rest: async () => makeHono() }));
    await fetch(url, { method: "POST", body: "quick" });
    const outgoing = request(url, { method: "POST" });
    outgoing.on("error", () => undefined);
    outgoing.end("slow");
    await new Promise((resolve) => setTimeout(resolve, 100));
    outgoing.destroy();
    await expect.poll(() => seen).toEqual(["slow"]);
  });

  it("takes a body whose sender goes away in the middle as nothing", async () => {
    const url = await serve(makeListener({ log, posts: new Map([["/", handler]]), rest: async () => makeHono() }));
    const outgoing = request(url, { method: "POST", headers: { "content-length": "100" } });
    outgoing.on("error", () => undefined);
    outgoing.write("half");
    await new Promise((resolve) => setTimeout(resolve, 50));
    outgoing.destroy();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it("answers a request whose body does not come to its end, and ends its connection", async () => {
    const late: Handler = async ({ read }) => ({ status: "late" in (await read(100)) ? 400 : 200 });
    const parts = { log, posts: new Map([["/", late]]), rest: async () => makeHono(), bodyMs: 50 };
    const outgoing = request(await serve(makeListener(parts)), {
      method: "POST",
      headers: { "content-length": "100" },
    });
    outgoing.on("error", () => undefined);
    outgoing.write("half");
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    expect([response.statusCode, response.headers.connection]).toEqual([400, "close"]);
    response.resume();
    await once(response, "close");
  });
});
