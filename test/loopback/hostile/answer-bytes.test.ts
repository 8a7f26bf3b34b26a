import { afterAll, describe, expect, it } from "vitest";
import { type AppManagerConnection, connectAppManager } from "../../../shared/adapters/app-manager/client.ts";
import { body, caller, canary, failure, owner, ref, shown } from "../adapters/app-manager/rig.ts";
import { bytesRows, redirect, withUnasked } from "./answer-bytes.ts";
import { type RawServer, type Script, startRawServer } from "./raw-server.ts";

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

/** Bytes of an answer about one deployment that are read at most, and what sockets hold beside that. */
const most = 4 * 1024 * 1024 + 16 * 1024 * 1024;

async function clientOf(script: Script): Promise<{ client: AppManagerConnection; server: RawServer }> {
  const server = await startRawServer(script);
  const secrets = { read: async () => ({ token: canary }) };
  const client = connectAppManager({ url: server.url, secrets, instanceId: "weir-a", version: "0", timeoutMs: 1_500 });
  closers.push(server.close, client.close);
  return { client, server };
}

const codes = ["Malformed", "Unavailable", "Rejected"];

describe("bytes that AppManager might answer with", () => {
  it("are as many as ever", () => {
    expect(bytesRows.length).toBe(38);
  });

  it.concurrent.each(bytesRows)("$name to a read ($why)", async ({ script, sound }) => {
    const { client, server } = await clientOf(script);
    if (sound === true) expect(await client.get(caller, ref)).toMatchObject({ id: shown.metadata.id });
    else expect(codes).toContain((await failure(client.get(caller, ref))).code);
    expect(server.requests.length).toBeLessThanOrEqual(3);
    expect(server.sent()).toBeLessThan(3 * most);
  });

  it.concurrent.each(bytesRows)(
    "$name to a creation is sent once, and in doubt (S1, D6)",
    async ({ script, sound }) => {
      const { client, server } = await clientOf(script);
      const creating = client.create(caller, "default", body, owner);
      if (sound === true) expect(await creating).toMatchObject({ id: shown.metadata.id });
      else
        expect(await failure(creating)).toMatchObject({
          code: expect.stringMatching(codes.join("|")),
          applied: "maybe",
        });
      expect(server.requests.filter((text) => text.startsWith("POST"))).toHaveLength(1);
      expect(server.sent()).toBeLessThan(most);
    },
  );

  it.each([301, 302, 303, 307, 308])("a redirect by %i leads nowhere, and carries no token along", async (status) => {
    const elsewhere = await startRawServer((socket) => void socket.end());
    closers.push(elsewhere.close);
    const { client, server } = await clientOf(redirect(status, `${elsewhere.url}/api/v1/x`));
    for (const call of [
      client.get(caller, ref),
      client.create(caller, "default", body, owner),
      client.list(caller, "default"),
    ])
      expect(await failure(call)).toMatchObject({ code: "Malformed" });
    expect([elsewhere.requests.length, server.requests.length]).toEqual([0, 3]);
  });

  it("a redirect to itself is asked once", async () => {
    const { client, server } = await clientOf(redirect(302, "/api/v1/namespaces/default/deployments/one"));
    expect(await failure(client.get(caller, ref))).toMatchObject({ code: "Malformed" });
    expect(server.requests).toHaveLength(1);
  });

  it("an answer that nobody asked for is no answer to the next question", async () => {
    const { client } = await clientOf(
      withUnasked({ ...shown, metadata: { ...shown.metadata, id: "forged", name: "two" } }),
    );
    await client.get(caller, ref);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const second = client.get(caller, { ...ref, idOrName: "two" });
    expect((await failure(second)).code).not.toBe("Bug");
  });
});
