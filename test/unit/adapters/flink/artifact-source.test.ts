import type { LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { connectArtifacts } from "../../../../shared/adapters/flink/artifact/client.ts";
import { pinnedTo } from "../../../../shared/adapters/flink/artifact/pinned.ts";
import { nameOf } from "../../../../shared/adapters/flink/artifact/source.ts";
import type { Fault } from "../../../../shared/core/error.ts";
import { faultOf } from "../../../fault-of.ts";

const restricted = "its host leads to a local, private or reserved address";

/** What becomes of an artifact whose host has these addresses; nothing may be connected to. */
async function refusal(uri: string, addresses: readonly string[] = [], schemes = ["https"]): Promise<Fault> {
  const resolve = async (): Promise<readonly LookupAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const policy = { schemes, refusesRestrictedHosts: true };
  const artifacts = connectArtifacts({ version: "1", policy, addressing: { resolve } });
  return faultOf(artifacts.open({ uri }));
}

describe("where an artifact may come from (FS-4, FS-5, FS-6)", () => {
  it.each([
    { uri: "", says: "no URL with a scheme and a host", why: "nothing" },
    { uri: "job.jar", says: "no URL with a scheme and a host", why: "a path" },
    { uri: "//repo.example.com/job.jar", says: "no URL with a scheme and a host", why: "a scheme of nobody" },
    { uri: "http://repo.example.com/job.jar", says: "the scheme http is not allowed; allowed: https", why: "8.1/11" },
    { uri: "HTTP://repo.example.com/job.jar", says: "the scheme http is not allowed", why: "in any case" },
    { uri: "file:///etc/passwd", says: "the scheme file is not allowed", why: "this pod's files" },
    { uri: "local:///opt/job.jar", says: "the scheme local is not allowed", why: "the guide's, for applications" },
    { uri: "data:application/java-archive,UEsD", says: "the scheme data is not allowed", why: "no host" },
    { uri: "https://", says: "no URL with a scheme and a host", why: "no host" },
    {
      uri: "https://user:secret-1@repo.example.com/job.jar",
      says: "credentials do not belong",
      why: "they would show",
    },
  ])("not from $uri ($why)", async ({ uri, says }) => {
    const fault = await refusal(uri);
    expect(fault).toMatchObject({ code: "Rejected", applied: "no", message: expect.stringContaining(says) });
    expect(fault.message).not.toContain("secret-1");
  });

  it("not by what Weir cannot do, though it is allowed", async () => {
    expect((await refusal("s3://bucket/job.jar", [], ["https", "S3"])).message).toContain("Weir cannot fetch by s3");
  });

  it.each(["Host", "content-length", "Transfer-Encoding", "Range", "x y", "x\r\nhost"])(
    "not with the header %j",
    async (header) => {
      const opening = connectArtifacts({ version: "1" }).open({
        uri: "https://repo.example.com/job.jar",
        headers: { [header]: "secret-1" },
      });
      await expect(opening).rejects.toMatchObject({
        code: "Rejected",
        message: expect.not.stringContaining("secret-1"),
      });
    },
  );

  it("not with a value that would begin another header", async () => {
    const opening = connectArtifacts({ version: "1" }).open({
      uri: "https://repo.example.com/job.jar",
      headers: { authorization: "x\r\nhost: secret-1" },
    });
    await expect(opening).rejects.toMatchObject({ code: "Rejected", message: expect.not.stringContaining("secret-1") });
  });
});

describe("hosts that are not asked (FS-7, 8.1/11)", () => {
  it.each([
    "169.254.169.254",
    "169.254.169.254.",
    "2852039166",
    "0xa9fea9fe",
    "0xa9.0xfe.0xa9.0xfe",
    "0251.0376.0251.0376",
    "169.16689662",
    "169.254.43518",
    "169。254。169。254",
    "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]",
    "[0:0:0:0:0:ffff:a9fe:a9fe]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:a9fe:a9fe::]",
  ])("https://%s/latest: the metadata service of a cloud, in any notation", async (host) => {
    expect(await refusal(`https://${host}/latest/x.jar`)).toMatchObject({
      code: "Rejected",
      message: expect.stringContaining(restricted),
    });
  });

  it.each([
    { address: "127.0.0.1", why: "loopback" },
    { address: "127.255.255.254", why: "all of loopback" },
    { address: "0.0.0.0", why: "this machine" },
    { address: "10.96.0.1", why: "the API server" },
    { address: "172.31.0.1", why: "private" },
    { address: "192.168.1.1", why: "private" },
    { address: "100.64.0.1", why: "shared by a provider's customers" },
    { address: "224.0.0.1", why: "multicast" },
    { address: "255.255.255.255", why: "broadcast" },
    { address: "::", why: "this machine" },
    { address: "::1", why: "loopback" },
    { address: "::ffff:10.0.0.1", why: "mapped" },
    { address: "fc00::1", why: "unique local" },
    { address: "fd12:3456::1", why: "unique local" },
    { address: "fe80::1", why: "link-local" },
    { address: "fe80::1%eth0", why: "link-local with a zone" },
    { address: "2001:db8::1%eth0", why: "whatever has a zone is on a link" },
    { address: "ff02::1", why: "multicast" },
    { address: "not an address", why: "what nobody can judge" },
    { address: "", why: "what nobody can judge" },
  ])("a name that leads to $address ($why)", async ({ address }) => {
    const fault = await refusal("https://repo.example.com/a/job.jar?token=secret-1", [address]);
    expect(fault).toEqual({
      code: "Rejected",
      applied: "no",
      message: `https://repo.example.com/…/job.jar cannot be fetched: ${restricted}`,
    });
  });

  it("a name that leads to one of them among others", async () => {
    expect((await refusal("https://repo.example.com/x.jar", ["93.184.216.34", "10.0.0.1"])).message).toContain(
      restricted,
    );
  });

  it("a name that leads nowhere", async () => {
    expect(await refusal("https://repo.example.com/x.jar")).toMatchObject({
      code: "Unavailable",
      applied: "no",
      message: "https://repo.example.com/x.jar cannot be fetched: its host is not found (no address)",
    });
  });

  it("the connection goes to what was judged, whatever the name leads to by then", () => {
    const judged = [{ address: "93.184.216.34", family: 4 }];
    const told: unknown[] = [];
    const lookup = pinnedTo(judged);
    lookup("repo.example.com", { all: true }, (...answer) => told.push(answer));
    lookup("repo.example.com", {}, (...answer) => told.push(answer));
    expect(told).toEqual([
      [null, judged],
      [null, "93.184.216.34", 4],
    ]);
  });
});

describe("an artifact in a message", () => {
  it.each([
    { url: "https://a.example.com/x.jar", name: "https://a.example.com/x.jar" },
    { url: "https://a.example.com:8443/t0ken/b/x.jar?sig=1#f", name: "https://a.example.com:8443/…/x.jar" },
    { url: "https://u:p@a.example.com/", name: "https://a.example.com/" },
  ])("$url is $name", ({ url, name }) => {
    expect(nameOf(new URL(url))).toBe(name);
  });
});
