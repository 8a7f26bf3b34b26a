import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import { OperatorError } from "../../../../shared/core/error.ts";
import { caller, canary, failure, ref, shown, startRig } from "./rig.ts";

let rig: Awaited<ReturnType<typeof startRig>>;
let accepted: string;
beforeEach(async () => {
  accepted = canary;
  rig = await startRig(({ headers }) =>
    headers.authorization === `Bearer ${accepted}`
      ? { body: shown }
      : { status: 401, body: { message: `${headers.authorization} is not accepted` } },
  );
});
afterEach(() => rig.close());

const get = () => rig.client.get(caller, ref);

describe("the token", () => {
  it("is read once a minute", async () => {
    await Promise.all([get(), get(), get()]);
    rig.clock.now += 59_000;
    await get();
    expect(rig.reads).toEqual(["demo/key"]);
    rig.clock.now += 1_000;
    await get();
    expect(rig.reads).toEqual(["demo/key", "demo/key"]);
  });

  it("is read again after a 401, and the call sent again when it changed", async () => {
    await get();
    accepted = "token-2";
    rig.secrets["demo/key"] = { token: " token-2\n" };
    await Promise.all([get(), get(), get()]);
    expect(rig.reads).toHaveLength(2);
    await get();
    expect(rig.reads).toHaveLength(2);
  });

  it("is Denied where it did not change, with the name of the Secret and without the token", async () => {
    accepted = "token-2";
    const fault = await failure(get());
    expect(fault).toMatchObject({ code: "Denied", applied: "no", reason: "Unauthorized" });
    expect(fault.message).toContain("Bearer *** is not accepted (the token is that of the Secret demo/key)");
    expect(rig.server.received).toHaveLength(1);
    expect(rig.reads).toHaveLength(2);
  });

  it("is Denied where the new one is no better, after two calls", async () => {
    accepted = "token-3";
    await failure(get());
    rig.secrets["demo/key"] = { token: "token-2" };
    expect(await failure(get())).toMatchObject({ code: "Denied" });
    expect(rig.server.received).toHaveLength(3);
  });

  it.each([
    { name: "at the first read", known: false, code: "Unavailable", calls: 0, why: "nothing was sent" },
    { name: "after a 401", known: true, code: "Denied", calls: 2, why: "the 401 stands" },
  ])("whose Secret takes longer than the call may ($name) is not sent: $why", async ({ known, code, calls }) => {
    let wait = 0;
    const read = async () => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      return { token: wait === 0 ? canary : "token-2" };
    };
    const options = { url: rig.server.url, secrets: { read }, instanceId: "a", version: "1", timeoutMs: 200 };
    const client = connectAppManager(options);
    if (known) await client.get(caller, ref);
    accepted = "token-2";
    wait = 250;
    expect(await failure(client.patch(caller, ref, {}))).toMatchObject({ code, applied: "no" });
    expect(rig.server.received).toHaveLength(calls);
    client.close();
  });

  it("of a caller without a Secret is Denied and says so", async () => {
    const fault = await failure(rig.client.get({ ...caller, secretName: undefined }, ref));
    expect(fault.message).toContain("the call carried no token");
  });
});

describe("a Secret", () => {
  it.each([
    { name: "with the only key", data: { anything: canary }, why: "AMB-30" },
    { name: "with token among others", data: { a: "x", token: canary }, why: "AMB-30" },
  ])("$name is good ($why)", async ({ data }) => {
    rig.secrets["demo/key"] = data;
    expect(await get()).toMatchObject({ id: "id-1" });
  });

  it.each([
    {
      name: "that is not there",
      data: undefined,
      message: 'does not exist; create it with the API token under the key "token"',
    },
    { name: "without keys", data: {}, message: "has 0 keys" },
    { name: "with two keys", data: { a: canary, b: "x" }, message: 'has 2 keys and none is called "token"' },
    { name: "that is empty", data: { token: " \n" }, message: "is empty" },
    { name: "with a line break", data: { token: `${canary}\nx` }, message: "characters that no API token has" },
    { name: "with Bearer", data: { token: `Bearer ${canary}` }, message: "characters that no API token has" },
    {
      name: "with a header in it",
      data: { token: `${canary}\r\nx-a: b` },
      message: "characters that no API token has",
    },
  ])("$name is Missing, by name, with what to do", async ({ data, message }) => {
    if (data === undefined) delete rig.secrets["demo/key"];
    else rig.secrets["demo/key"] = data as Record<string, string>;
    const fault = await failure(get());
    expect(fault).toMatchObject({ code: "Missing", applied: "no", reason: "NoCredentials" });
    expect(fault.message).toContain("the Secret demo/key");
    expect(fault.message).toContain(message);
    expect(rig.server.received).toEqual([]);
    rig.secrets["demo/key"] = { token: canary };
    expect(await get()).toMatchObject({ id: "id-1" });
  });

  it.each([
    { code: "Unavailable", reason: undefined, why: "it passes like any outage" },
    { code: "Denied", reason: "NoCredentials", why: "the platform has refused nothing" },
  ] as const)(
    "that the API server would not give ($code) is no word of the platform's: $why",
    async ({ code, reason }) => {
      const read = async () => {
        throw new OperatorError(code, "the API server would not");
      };
      const client = connectAppManager({ url: rig.server.url, secrets: { read }, instanceId: "a", version: "1" });
      const fault = await failure(client.get(caller, ref));
      expect(fault).toMatchObject({ code, message: "the API server would not", applied: "no" });
      expect(fault.reason).toBe(reason);
      expect(rig.server.received).toEqual([]);
      client.close();
    },
  );
});
