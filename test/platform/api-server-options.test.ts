import { expect, it, onTestFinished } from "vitest";
import { type ApiServerOptions, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { clientOf } from "./api-server-client.ts";

async function started(options: ApiServerOptions) {
  const server = await startApiServer(options);
  onTestFinished(() => server.close());
  return { server, ...clientOf(server) };
}

it("host: listens there, on IPv6 as well, and says so in its url", async () => {
  const { server, get } = await started({ host: "::1" });
  expect(new URL(server.url).hostname).toBe("[::1]");
  expect((await get("/version")).code).toBe(200);
});

it("random: the ends of generated names follow from it", async () => {
  const names = async (random: () => number) => {
    const { post } = await started({ random });
    const body = { metadata: { generateName: "a-" } };
    return (await post("/api/v1/namespaces/default/configmaps", body)).body.metadata.name as string;
  };
  const [low, again, high] = [await names(() => 0), await names(() => 0), await names(() => 0.99)];
  expect([low === again, low === high]).toEqual([true, false]);
});

it("watchTimeoutMs: a watch without a limit of its own ends then", async () => {
  const { get } = await started({ watchTimeoutMs: 20 });
  expect(await get("/api/v1/configmaps?watch=true")).toMatchObject({ code: 200, body: "" });
});
