import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { makePair } from "../../../../functions/front/certificate.ts";
import { connectArtifacts } from "../../../../shared/adapters/flink/artifact/client.ts";
import { faultOf } from "../../../fault-of.ts";
import { startLoopback } from "../support/loopback.ts";
import { jarOf, loopbackArtifacts, sizeOf, startRepository } from "./repository.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function repository(listener: RequestListener) {
  const started = await startRepository(listener);
  closing.push(started.close);
  return started;
}

const jar = jarOf(100_000);
const sends = (head: Record<string, string>, body: Buffer | string = jar, status = 200) => {
  return (_: unknown, response: ServerResponse) => void response.writeHead(status, head).end(body);
};

describe("an artifact", () => {
  it("comes as it is, with the operator's headers and no others of the user's choice", async () => {
    const repo = await repository(sends({ "content-length": "100000" }));
    expect(await sizeOf(loopbackArtifacts(), `${repo.url}/a/job.jar?x=1`, { authorization: "Bearer secret-1" })).toBe(
      100_000,
    );
    expect(repo.asked[0]).toMatchObject({
      method: "GET",
      url: "/a/job.jar?x=1",
      headers: { authorization: "Bearer secret-1", "user-agent": "weir/1.2.3", "accept-encoding": "identity" },
    });
    await expect.poll(repo.open).toBe(0);
  });

  it("may come in chunks, the first of one byte", async () => {
    const repo = await repository((_, response) => {
      for (const at of [0, 1, 3]) response.write(jar.subarray(at, at === 0 ? 1 : at === 1 ? 3 : 5_000));
      response.end();
    });
    const { content, length } = await loopbackArtifacts().open({ uri: `${repo.url}/job.jar` });
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    expect(length).toBeUndefined();
    expect(Buffer.concat(chunks).equals(jar.subarray(0, 5_000))).toBe(true);
  });

  it("is not read ahead: a reader who waits makes the sender wait", async () => {
    let written = 0;
    const repo = await repository((_, response) => {
      response.writeHead(200, { "content-length": String(64 * 1024 * 1024) });
      response.write(jarOf(1024));
      const more = () => {
        while (written < 64 * 1024 * 1024 && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on("drain", more);
      more();
    });
    const { content, close } = await loopbackArtifacts({ totalMs: 60_000 }).open({ uri: `${repo.url}/job.jar` });
    await content[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(written).toBeLessThan(16 * 1024 * 1024);
    close();
    await expect.poll(repo.open).toBe(0);
  });

  it("closed before it is read, leaves no connection", async () => {
    const repo = await repository((_, response) => void response.writeHead(200, { "content-length": "5" }).write("PK"));
    (await loopbackArtifacts().open({ uri: `${repo.url}/job.jar` })).close();
    await expect.poll(repo.open).toBe(0);
  });
});

describe("an artifact that is none", () => {
  const endless: RequestListener = (_, response) => {
    const more = () => {
      while (response.write(jar));
    };
    response.on("drain", more);
    more();
  };
  const rows: readonly { name: string; answer: RequestListener; code: string; says: string; why: string }[] = [
    { name: "404", answer: sends({}, "no", 404), code: "Missing", says: "the answer is 404", why: "it is gone" },
    {
      name: "401",
      answer: sends({}, "no", 401),
      code: "Denied",
      says: "the answer is 401",
      why: "the header is wrong",
    },
    { name: "429", answer: sends({ "retry-after": "9" }, "", 429), code: "Throttled", says: "429", why: "later" },
    { name: "503", answer: sends({}, "no", 503), code: "Unavailable", says: "the answer is 503", why: "later" },
    { name: "206", answer: sends({}, jar, 206), code: "Rejected", says: "the answer is 206", why: "a part" },
    { name: "204", answer: sends({}, "", 204), code: "Rejected", says: "the answer is 204", why: "nothing" },
    {
      name: "HTML",
      answer: sends({}, "<html>Sign in</html>"),
      code: "Rejected",
      says: "it is no jar",
      why: "a login page",
    },
    {
      name: "empty",
      answer: sends({ "content-length": "0" }, ""),
      code: "Rejected",
      says: "it is no jar",
      why: "nothing",
    },
    { name: "short", answer: sends({}, "PK"), code: "Rejected", says: "it is no jar", why: "less than its mark" },
    {
      name: "encoded",
      answer: sends({ "content-encoding": "gzip" }),
      code: "Rejected",
      says: "encoded",
      why: "not asked for",
    },
    {
      name: "said to be huge",
      answer: sends({ "content-length": "100000000001" }, "PK"),
      code: "Rejected",
      says: "it is larger than 1000000 bytes",
      why: "known before anything is sent on",
    },
    { name: "endless", answer: endless, code: "Rejected", says: "it is larger than 1000000 bytes", why: "a bomb" },
    {
      name: "cut short",
      answer: (_, response) => {
        response.writeHead(200, { "content-length": "200000" });
        response.write(jar, () => response.destroy());
      },
      code: "Malformed",
      says: "was cut short",
      why: "half of a jar",
    },
    {
      name: "cut short in chunks",
      answer: (_, response) => void response.write(jar, () => response.destroy()),
      code: "Malformed",
      says: "was cut short",
      why: "half of a jar",
    },
    { name: "silence", answer: () => {}, code: "Unavailable", says: "no answer in 1000 ms", why: "nobody is there" },
    {
      name: "silence in the middle",
      answer: (_, response) => void response.writeHead(200, { "content-length": "200000" }).write(jar),
      code: "Malformed",
      says: "no byte in 1000 ms",
      why: "it would hold the upload",
    },
  ];

  it.each(rows)("$name is $code ($why)", async ({ answer, code, says }) => {
    const repo = await repository(answer);
    const fault = await faultOf(
      sizeOf(loopbackArtifacts({ largest: 1_000_000 }), `${repo.url}/t0ken/job.jar?sig=secret-1`),
    );
    expect(fault).toMatchObject({ code, applied: "no", message: expect.stringContaining(says) });
    expect(fault.message).toContain(`${repo.url}/…/job.jar`);
    expect(fault.message).not.toMatch(/secret-1|t0ken/);
    await expect.poll(repo.open).toBe(0);
  });

  it("that trickles ends when its time is over", async () => {
    const repo = await repository((_, response) => {
      response.writeHead(200, { "content-length": "200000" }).write(jar.subarray(0, 10));
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    const fault = await faultOf(sizeOf(loopbackArtifacts({ totalMs: 400 }), `${repo.url}/job.jar`));
    expect(fault).toMatchObject({ code: "Malformed", applied: "no" });
    await expect.poll(repo.open).toBe(0);
  });

  it("whose end does not show is refused: half of it would look whole", async () => {
    const server = createServer();
    server.on("connection", (socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${jar}`));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const fault = await faultOf(sizeOf(loopbackArtifacts(), `http://repo.example.com:${port}/job.jar`));
    expect(fault).toMatchObject({ code: "Rejected", message: expect.stringContaining("does not tell where it ends") });
  });

  it("of a server that nobody vouches for is not fetched", async () => {
    const pair = await makePair({ names: ["repo.example.com"], lifeMs: 3_600_000 }, new Date());
    const server = await startLoopback(() => ({ text: jar.toString() }), { key: pair.key, cert: pair.certificate });
    closing.push(server.close);
    const uri = `https://repo.example.com:${new URL(server.url).port}/job.jar`;
    const fault = await faultOf(sizeOf(loopbackArtifacts(), uri, { authorization: "Bearer secret-1" }));
    expect(fault).toMatchObject({
      code: "Unavailable",
      applied: "no",
      message: expect.stringContaining("UNABLE_TO_VERIFY"),
    });
    expect(server.received).toEqual([]);
  });

  it("of a pass that is over is not fetched", async () => {
    const repo = await repository(sends({}));
    const fault = await faultOf(loopbackArtifacts().open({ uri: `${repo.url}/job.jar` }, AbortSignal.abort()));
    expect(fault).toMatchObject({ code: "Unavailable", applied: "no" });
    expect(repo.asked).toEqual([]);
  });
});

describe("an artifact on loopback, as a user could name it (FS-7)", () => {
  it("is refused by default, whatever the name says, and nothing is connected to", async () => {
    const repo = await repository(sends({}));
    const policy = { schemes: ["http"], refusesRestrictedHosts: true };
    for (const host of ["127.0.0.1", "localhost", "[::1]", "0", "127.1"]) {
      const fault = await faultOf(
        connectArtifacts({ version: "1", policy }).open({ uri: `http://${host}:${repo.port}/x.jar` }),
      );
      expect(fault.code, host).toBe("Rejected");
    }
    expect(repo.asked).toEqual([]);
  });
});
