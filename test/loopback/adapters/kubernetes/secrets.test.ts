import { describe, expect, it } from "vitest";
import { makeApiKeys } from "../../../../functions/admission/api-keys.ts";
import { connectSecrets } from "../../../../shared/adapters/kubernetes/secrets.ts";
import { closedAfterEach } from "../../../closed-after-each.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";
import { deadUrl, type Loopback, type Reply, startLoopback } from "../support/loopback.ts";

const track = closedAfterEach();

async function start(reply: Reply, timeoutMs = 2_000) {
  const server: Loopback = track(await startLoopback(() => reply));
  const secrets = track(connectSecrets(writeKubeconfig(server.url, {}, { token: "t" }), timeoutMs));
  return { server, read: () => secrets.read("demo", "key") };
}

const inBase64 = (text: string) => Buffer.from(text).toString("base64");

describe("a Secret for admission", () => {
  it("is read by name with the account's own token, decoded (R13, AMB-30)", async () => {
    const { server, read } = await start({ body: { metadata: { name: "key" }, data: { token: inBase64("abc") } } });
    expect(await read()).toEqual({ token: "abc" });
    expect(server.received.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ["GET", "/api/v1/namespaces/demo/secrets/key", "Bearer t"],
    ]);
  });

  it("that is not there is no error", async () => {
    const { read } = await start({
      status: 404,
      body: { kind: "Status", reason: "NotFound", code: 404, details: { name: "key" } },
    });
    expect(await read()).toBeUndefined();
  });

  it("that may not be read says so", async () => {
    const { read } = await start({ status: 403, body: { kind: "Status", message: "no", code: 403 } });
    await expect(read()).rejects.toMatchObject({ code: "Denied" });
  });

  it("is given up when the time is over", async () => {
    const { read } = await start("hang", 150);
    await expect(read()).rejects.toMatchObject({ code: "Unavailable" });
  });

  it("is not to be had without plain credentials", async () => {
    const secrets = connectSecrets("/no/such/kubeconfig", 100);
    await expect(secrets.read("demo", "key")).rejects.toMatchObject({
      code: "Denied",
      message: expect.stringContaining("a kubeconfig in JSON"),
    });
  });
});

it("admission connects at the first read, and ends while nothing was read", async () => {
  const keys = makeApiKeys(writeKubeconfig(await deadUrl()));
  keys.close();
  keys.warm();
  await expect(keys.read("demo", "key")).rejects.toMatchObject({ code: "Unavailable" });
  keys.close();
});
