import { expect, it } from "vitest";
import { makeServer } from "../../../shared/runtime/server.ts";

/** Milliseconds for which a transport in Go, such as queue-proxy's, keeps a connection that nothing is sent over. */
const kept = 90_000;

const server = makeServer(() => undefined);

it.each([
  { name: "has been used", why: "Node ends it after 5 s by default", setting: "keepAliveTimeout" },
  { name: "was never used", why: "Node answers it with 408 after 60 s by default", setting: "headersTimeout" },
  { name: "carries half of a request", why: "queue-proxy ends that one after 300 s", setting: "requestTimeout" },
] as const)("a connection that $name is not ended before its sender does it ($why)", ({ setting }) => {
  expect(server[setting]).toBeGreaterThan(kept);
});

it("waits for headers no longer than for a whole request, as Node demands it", () => {
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout);
});
