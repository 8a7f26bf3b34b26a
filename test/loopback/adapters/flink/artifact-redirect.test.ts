import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { faultOf } from "../../../fault-of.ts";
import { jarOf, loopbackArtifacts, sizeOf, startRepository, strictArtifacts } from "./repository.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function repository(listener: RequestListener) {
  const started = await startRepository(listener);
  closing.push(started.close);
  return started;
}

const jar = jarOf(5_000);
const redirectsTo = (location: string, status = 302): RequestListener => {
  return (_, response) => void response.writeHead(status, { location }).end("moved");
};

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])(
    "%i is followed, and carries the headers to the same origin only",
    async (status) => {
      const other = await repository((_, response) => void response.end(jar));
      const repo = await repository((request, response) => {
        if (request.url === "/a.jar") redirectsTo("/b.jar", status)(request, response);
        else redirectsTo(`http://mirror.example.com:${other.port}/c.jar`, status)(request, response);
      });
      expect(await sizeOf(loopbackArtifacts(), `${repo.url}/a.jar`, { authorization: "Bearer secret-1" })).toBe(5_000);
      expect(repo.asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
        ["/a.jar", "Bearer secret-1"],
        ["/b.jar", "Bearer secret-1"],
      ]);
      expect(other.asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([["/c.jar", undefined]]);
    },
  );

  it("without end is refused after the fifth", async () => {
    const repo = await repository(redirectsTo("/again"));
    const fault = await faultOf(sizeOf(loopbackArtifacts(), `${repo.url}/a.jar`));
    expect(fault).toMatchObject({ code: "Rejected", message: expect.stringContaining("redirects more than 5 times") });
    expect(repo.asked).toHaveLength(6);
    await expect.poll(repo.open).toBe(0);
  });

  it.each([
    { location: "file:///etc/passwd", says: "of its redirect: the scheme file is not allowed" },
    { location: "gopher://127.0.0.1:6379/_x", says: "the scheme gopher is not allowed" },
    { location: "https://user:secret-1@repo.example.com/x", says: "credentials do not belong" },
    { location: "http://", says: "of its redirect: it leads nowhere" },
  ])("to $location is refused", async ({ location, says }) => {
    const repo = await repository(redirectsTo(location));
    const fault = await faultOf(sizeOf(loopbackArtifacts(), `${repo.url}/a.jar`));
    expect(fault).toMatchObject({ code: "Rejected", applied: "no", message: expect.stringContaining(says) });
    expect(fault.message).not.toContain("secret-1");
  });

  it.each([
    { location: "http://169.254.169.254/latest/x.jar", why: "the metadata service of a cloud" },
    { location: "http://2852039166/latest/x.jar", why: "the same as a number" },
    { location: "http://127.0.0.2:8080/x.jar", why: "another loopback address" },
    { location: "http://[::1]:8080/x.jar", why: "loopback of IPv6" },
    { location: "http://inside.example.com/x.jar", why: "a name of the inside" },
    { location: "//inside.example.com/x.jar", why: "of the same scheme" },
  ])("to $location is judged as the first address was ($why)", async ({ location }) => {
    const repo = await repository(redirectsTo(location));
    const artifacts = strictArtifacts((host) => (host === "repo.example.com" ? "127.0.0.1" : "10.0.0.1"));
    const fault = await faultOf(artifacts.open({ uri: `${repo.url}/a.jar` }));
    expect(repo.asked).toHaveLength(1);
    expect(fault).toMatchObject({
      code: "Rejected",
      applied: "no",
      message: expect.stringContaining("its host leads to a local, private or reserved address"),
    });
  });
});

describe("a name that leads elsewhere a moment later", () => {
  it("is resolved once for each request, and the connection goes to what was judged", async () => {
    const repo = await repository((_, response) => void response.end(jar));
    const answers = ["127.0.0.1", "10.0.0.1"];
    const artifacts = strictArtifacts(() => answers.shift() ?? "10.0.0.1");
    expect(await sizeOf(artifacts, `${repo.url}/a.jar`)).toBe(5_000);
    expect(answers).toEqual(["10.0.0.1"]);
    expect((await faultOf(artifacts.open({ uri: `${repo.url}/a.jar` }))).code).toBe("Rejected");
    expect(repo.asked).toHaveLength(1);
  });

  it("and does so between two redirects, is judged again", async () => {
    const repo = await repository(redirectsTo("/b.jar"));
    const answers = ["127.0.0.1", "10.0.0.1"];
    const fault = await faultOf(strictArtifacts(() => answers.shift() ?? "").open({ uri: `${repo.url}/a.jar` }));
    expect(fault.code).toBe("Rejected");
    expect(repo.asked).toHaveLength(1);
  });
});
