import { afterEach, beforeEach, expect, it } from "vitest";
import { connectBus } from "../../../../shared/adapters/knative/bus.ts";
import { decodeEvent } from "../../../../shared/adapters/knative/decode-event.ts";
import { fromEvent } from "../../../../shared/adapters/knative/own-events.ts";
import { deadUrl, type Loopback, startLoopback } from "../support/loopback.ts";

const follow = {
  type: "dev.weir.follow",
  keys: [{ kind: "VvpDeployment", namespace: "demo", name: "one" }],
} as const;

let server: Loopback;
beforeEach(async () => {
  server = await startLoopback(() => ({ status: 204 }));
});
afterEach(() => server.close());

it("sends what the other end understands", async () => {
  await connectBus({ url: server.url }).send(follow);
  const [request] = server.received;
  if (request === undefined) return expect.unreachable();
  const decoded = decodeEvent({ headers: request.headers, body: request.body });
  if (!decoded.ok) return expect.unreachable(decoded.reason);
  expect(request.method).toBe("POST");
  expect(fromEvent(decoded.event)).toEqual({ ok: true, event: follow });
});

it.each([
  { name: "503", reply: { status: 503 }, why: "not taken" },
  { name: "302", reply: { status: 302, headers: { location: "/" } }, why: "nothing of ours redirects" },
  { name: "a cut connection", reply: "destroy", why: "nobody knows" },
] as const)("rejects at $name, and sends once ($why)", async ({ reply }) => {
  server.answer(() => reply);
  await expect(connectBus({ url: server.url }).send(follow)).rejects.toMatchObject({ code: "Unavailable" });
  expect(server.received).toHaveLength(1);
});

it("rejects where nobody listens", async () => {
  await expect(connectBus({ url: await deadUrl() }).send(follow)).rejects.toMatchObject({ code: "Unavailable" });
});

it("holds the request until it is answered", async () => {
  let release = () => {};
  server.answer(async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { status: 202 };
  });
  let done = false;
  const sending = connectBus({ url: server.url })
    .send(follow)
    .then(() => {
      done = true;
    });
  await expect.poll(() => server.received.length).toBe(1);
  expect(done).toBe(false);
  release();
  await sending;
});

it("ends when it is cancelled, without a failure", async () => {
  server.answer(() => "hang");
  const controller = new AbortController();
  const sending = connectBus({ url: server.url }).send(follow, controller.signal);
  await expect.poll(() => server.received.length).toBe(1);
  controller.abort();
  await sending;
  await expect.poll(() => server.open()).toBe(0);
});
