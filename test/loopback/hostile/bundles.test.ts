import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventCases } from "../../hostile/wire/events/corpus.ts";
import { sweepCases } from "../../hostile/wire/events/sweeps.ts";
import { findings } from "../../hostile/wire/hostile.ts";
import { carriers } from "../../hostile/wire/json/carriers.ts";
import { jsonTexts } from "../../hostile/wire/json/corpus.ts";
import { canary } from "../../hostile/wire/outputs.ts";
import type { Sent } from "../../hostile/wire/pods.ts";
import { envelopeCases } from "../../hostile/wire/reviews/envelopes.ts";
import { objectCases } from "../../hostile/wire/reviews/objects.ts";
import { type FunctionProcess, startProcess, whenReady } from "../../platform/scenario-process.ts";
import { writeKubeconfig } from "../adapters/support/kubeconfig.ts";
import { deadUrl, type Loopback, startLoopback } from "../adapters/support/loopback.ts";
import { rawRequests, statusOf } from "./raw-requests.ts";

const names = ["reconcile", "refresh", "admission"] as const;
const gone = { status: 404, body: { kind: "Status", reason: "NotFound", details: { name: "x" } } };

let api: Loopback;
let processes: Record<(typeof names)[number], FunctionProcess>;

beforeAll(async () => {
  api = await startLoopback(() => gone);
  const env = { WEIR_INSTANCE_ID: "my-operator", KUBECONFIG: writeKubeconfig(api.url, {}, { token: canary }) };
  const platform = { WEIR_APPMANAGER_URL: await deadUrl() };
  processes = {
    reconcile: await startProcess("reconcile", { ...env, ...platform }),
    refresh: await startProcess("refresh", { ...env, ...platform }),
    admission: await startProcess("admission", env),
  };
  await Promise.all(Object.values(processes).map(whenReady));
});
afterAll(async () => {
  await Promise.all(Object.values(processes).map(({ stop }) => stop()));
  await api.close();
});

/** What a client library lets through; the rest has its place below. */
function isSendable({ headers, body }: Sent): boolean {
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const sound = headers.every(([name, value]) => /^[a-z0-9_$%-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value));
  return sound && bytes < 12_000 && headers.length < 200 && body.byteLength < 2_000_000;
}

function send(url: string, { headers, body }: Sent, path = "/"): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method: "POST" }, (incoming) => {
      incoming.resume().on("end", () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on("error", reject);
    for (const name of new Set(headers.map(([one]) => one))) {
      outgoing.setHeader(
        name,
        headers.filter(([one]) => one === name).map(([, value]) => value),
      );
    }
    outgoing.end(body);
  });
}

const sampled = <Case>(cases: readonly Case[], step: number) => cases.filter((_, index) => index % step === 0);

describe("the bundles, over sockets", () => {
  it("answer mangled events as their handlers do (D7)", async () => {
    const cases = sampled(
      [...eventCases, ...sweepCases].filter(({ sent, id }) => isSendable(sent) && !id.includes("follow-")),
      4,
    );
    const wrong = await findings(cases, async ({ sent, statuses }) => {
      const got = await Promise.all([send(processes.reconcile.url, sent), send(processes.refresh.url, sent)]);
      return got.every((status) => statuses.includes(status)) ? [] : [`${got} instead of ${statuses}`];
    });
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(200);
  });

  it("answer JSON texts as their handlers do (D7)", async () => {
    const cases = sampled(
      carriers.flatMap((carrier) => jsonTexts.map((text) => ({ id: `${carrier.name}: ${text.id}`, carrier, text }))),
      16,
    );
    const wrong = await findings(cases, async ({ carrier, text }) => {
      const status = await send(processes[carrier.endpoint].url, carrier.carry(text));
      return carrier.statuses(text).includes(status) ? [] : [`${status}`];
    });
    expect(wrong).toEqual([]);
    expect(cases.length).toBe(230);
  });

  it("answer reviews with 200 or 400", async () => {
    const wrong = await findings(sampled([...envelopeCases, ...objectCases], 4), async ({ body, verdict }) => {
      const sent = { headers: [["content-type", "application/json"]] as const, body: new TextEncoder().encode(body) };
      const status = await send(processes.admission.url, sent, "/validate");
      return status === (verdict === "refused" ? 400 : 200) ? [] : [`${status} where it is ${verdict}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(names)("%s answers what is no request, or ends the connection", async (name) => {
    const port = Number(new URL(processes[name].url).port);
    const wrong = await findings(
      rawRequests.map((one) => ({ ...one, id: one.name })),
      async (one) => {
        const status = await statusOf(port, one);
        return one.statuses.includes(status) || (status === 0 && one.statuses.length === 0)
          ? []
          : [`${status} instead of ${one.statuses}`];
      },
    );
    expect(wrong).toEqual([]);
  });

  it("are all there at the end, and said nothing of what was sent (S7)", async () => {
    for (const { url, text } of Object.values(processes)) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await (await fetch(`${url}/metrics`)).text()).not.toContain(canary);
      expect(text.out + text.err).not.toContain(canary);
      expect(text.out + text.err).not.toMatch(/\n? {4}at |nobody translated/);
    }
  });
});
