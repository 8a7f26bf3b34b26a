import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../../shared/adapters/clock.ts";
import { connectFlink } from "../../../../shared/adapters/flink/client.ts";
import { perform } from "../../../../shared/engine/perform.ts";
import { Transfers } from "../../../../shared/engine/transfers.ts";
import type { PortAction, Ports } from "../../../../shared/ports/ports.ts";
import { jarOf, loopbackArtifacts, startRepository } from "./repository.ts";

const fileName = "000000000000000000000000000000a1.jar";
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An origin that sends a jar in ten pieces, one for each `next`, and a cluster that takes it. */
async function slowOrigin() {
  const jar = jarOf(100_000);
  const send: (() => void)[] = [];
  const origin = await startRepository((_request, response) => {
    response.writeHead(200, { "content-length": String(jar.length) });
    let sent = 0;
    send.push(() => {
      if (sent === jar.length) return;
      response.write(jar.subarray(sent, sent + 10_000));
      sent += 10_000;
      if (sent === jar.length) response.end();
    });
  });
  const whole: boolean[] = [];
  const cluster = await startRepository((request, response) => {
    request.resume().on("end", () => {
      whole.push(true);
      response.end(JSON.stringify({ filename: `/tmp/x_${fileName}`, status: "success" }));
    });
  });
  const flink = connectFlink({ version: "1", hosts: "any", timeoutMs: 500 });
  closing.push(origin.close, cluster.close, () => flink.close());
  const ports = { flink, artifacts: loopbackArtifacts({ silenceMs: 20_000 }) } as unknown as Ports;
  const upload: PortAction = {
    type: "flink/upload",
    endpoint: { url: `http://127.0.0.1:${cluster.port}` },
    artifact: { uri: `${origin.url}/job.jar` },
    fileName,
  };
  return { ports, upload, origin, cluster, whole, next: () => send.at(-1)?.() };
}

const always = () => true;

describe("a jar whose origin takes longer than any look", () => {
  it("arrives once, however many looks it takes, each of which is told that it is under way", async () => {
    const { ports, upload, origin, cluster, whole, next } = await slowOrigin();
    const transfers = new Transfers(systemClock, { glanceMs: 50 });
    const results: unknown[] = [];
    for (let look = 0; look < 400 && results.at(-1) !== "arrived"; look += 1) {
      const [outcome] = await perform([upload], ports, AbortSignal.timeout(60_000), always, transfers);
      results.push(outcome?.result === "done" ? outcome.value : outcome);
      next();
    }
    expect(results.slice(0, 5)).toEqual(Array(5).fill("under way"));
    expect([results.at(-1), origin.asked.length, cluster.asked.length, whole]).toEqual(["arrived", 1, 1, [true]]);
  });

  it("is given up with its look where nothing carries it on, and the cluster gets no whole jar", async () => {
    const { ports, upload, whole } = await slowOrigin();
    const [outcome] = await perform([upload], ports, AbortSignal.timeout(200), always);
    expect([outcome?.result, whole]).toEqual([expect.stringMatching(/failed|unknown/), []]);
  });
});
