import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectFlink, type FlinkConnection } from "../../../../shared/adapters/flink/client.ts";
import { faultOf } from "../../../fault-of.ts";
import { deadUrl } from "../support/loopback.ts";
import { jarOf, loopbackArtifacts, startRepository } from "./repository.ts";

const mebibyte = 1024 * 1024;
const fileName = "000000000000000000000000000000a1.jar";
const jarId = `21d403c8-00d0-48b2-abb3-8972970d29ac_${fileName}`;

type Repository = Awaited<ReturnType<typeof startRepository>>;

let flink: FlinkConnection;
let cluster: Repository;
/** Uploads as the cluster got them, and whether their end came. */
const uploads: { type: string; body: Buffer; whole: boolean }[] = [];
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  uploads.length = 0;
  cluster = await startRepository((request, response) => {
    const upload = { type: request.headers["content-type"] ?? "", body: Buffer.alloc(0), whole: false };
    uploads.push(upload);
    request.on("data", (chunk: Buffer) => {
      upload.body = Buffer.concat([upload.body, chunk]);
    });
    request.on("end", () => {
      upload.whole = true;
      response.end(JSON.stringify({ filename: `/tmp/flink-web-upload/${jarId}`, status: "success" }));
    });
  });
  flink = connectFlink({ version: "1", hosts: "any", timeoutMs: 500 });
  closing.push(cluster.close, async () => flink.close());
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function repository(...listener: Parameters<typeof startRepository>): Promise<Repository> {
  const started = await startRepository(...listener);
  closing.push(started.close);
  return started;
}

const endpoint = () => ({ url: `http://127.0.0.1:${cluster.port}` });

async function upload(uri: string, limits = {}): Promise<string> {
  const { content } = await loopbackArtifacts(limits).open({ uri });
  return flink.uploadJar(endpoint(), { fileName, content });
}

describe("an artifact on its way to a cluster", () => {
  it("arrives as the file of a form, byte by byte", async () => {
    const jar = jarOf(300_001);
    const repo = await repository((_, response) => void response.end(jar));
    expect(await upload(`${repo.url}/job.jar`)).toBe(jarId);
    const [{ type, body, whole } = { type: "", body: Buffer.alloc(0), whole: false }] = uploads;
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
    const file = form.get("jarfile") as File;
    expect([whole, [...form.keys()], file.name]).toEqual([true, ["jarfile"], fileName]);
    expect(Buffer.from(await file.arrayBuffer()).equals(jar)).toBe(true);
  });

  it("that breaks off is not taken for whole, and the fault is that of the artifact", async () => {
    const repo = await repository((_, response) => {
      response.writeHead(200, { "content-length": String(mebibyte) });
      response.write(jarOf(200_000), () => response.destroy());
    });
    expect(await faultOf(upload(`${repo.url}/job.jar`))).toMatchObject({
      code: "Malformed",
      applied: "no",
      message: expect.stringContaining("was cut short"),
    });
    await expect.poll(cluster.open).toBe(0);
    expect(uploads.map(({ whole }) => whole)).toEqual([false]);
  });

  it("that has no end is not taken for whole", async () => {
    const repo = await repository((_, response) => {
      response.write(jarOf(65_536));
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(await faultOf(upload(`${repo.url}/job.jar`, { largest: 2 * mebibyte }))).toMatchObject({
      code: "Rejected",
      applied: "no",
      message: expect.stringContaining("it is larger than 2097152 bytes"),
    });
    await expect.poll(() => [cluster.open(), repo.open()]).toEqual([0, 0]);
    expect(uploads.map(({ whole }) => whole)).toEqual([false]);
  });

  it("is let go where the cluster refuses it", async () => {
    const refusing = await repository((request, response) => {
      request.resume();
      request.once("data", () => response.writeHead(413).end(JSON.stringify({ errors: ["The file is too large."] })));
    });
    const repo = await repository((_, response) => {
      response.writeHead(200, { "content-length": String(64 * mebibyte) }).write(jarOf(mebibyte));
    });
    const { content } = await loopbackArtifacts().open({ uri: `${repo.url}/job.jar` });
    const url = `http://127.0.0.1:${refusing.port}`;
    const fault = await faultOf(flink.uploadJar({ url }, { fileName, content }));
    expect(fault).toMatchObject({ code: "Rejected", applied: "no", message: expect.stringContaining("too large") });
    await expect.poll(repo.open).toBe(0);
  });

  it("is let go where nobody listens", async () => {
    const repo = await repository((_, response) => {
      response.writeHead(200, { "content-length": String(mebibyte) }).write(jarOf(65_536));
    });
    const { content, close } = await loopbackArtifacts().open({ uri: `${repo.url}/job.jar` });
    const fault = await faultOf(flink.uploadJar({ url: await deadUrl() }, { fileName, content }));
    expect(fault).toMatchObject({ code: "Unavailable", applied: "no" });
    close();
    await expect.poll(repo.open).toBe(0);
  });

  it("is not read ahead: a cluster that does not read makes the repository wait", async () => {
    const stuck = await repository(() => {});
    let taken = 0;
    const content = (async function* () {
      for (;;) {
        taken += 65_536;
        yield jarOf(65_536);
      }
    })();
    const over = new AbortController();
    const url = `http://127.0.0.1:${stuck.port}`;
    const uploading = faultOf(flink.uploadJar({ url }, { fileName, content }, over.signal));
    let before = -1;
    const stands = () => {
      const same = taken > 0 && taken === before;
      before = taken;
      return same;
    };
    await expect.poll(stands, { interval: 300 }).toBe(true);
    expect(taken).toBeLessThan(32 * mebibyte);
    over.abort();
    expect(await uploading).toMatchObject({ code: "Unavailable", applied: "maybe" });
  });
});
