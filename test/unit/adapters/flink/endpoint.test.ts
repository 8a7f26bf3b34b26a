import { describe, expect, it } from "vitest";
import { originOf } from "../../../../shared/adapters/flink/endpoint.ts";

const service = "https://one-rest.team.svc:8081";

describe("where the adapter may send", () => {
  it.each([
    { url: service, origin: service, why: "the name of a Service" },
    { url: "http://one-rest.team.svc", origin: "http://one-rest.team.svc", why: "the port of the scheme" },
    { url: `${service}/`, origin: service, why: "the root is no path" },
  ])("$url ($why)", ({ url, origin }) => {
    expect(originOf({ url }, "services")).toBe(origin);
  });

  it.each([
    { url: "http://169.254.169.254", why: "the metadata service of a cloud" },
    { url: "http://127.0.0.1:8081", why: "this pod" },
    { url: "http://[::1]:8081", why: "this pod" },
    { url: "http://localhost:8081", why: "no name of a Service" },
    { url: "http://one-rest.team:8081", why: "could be a name of the internet" },
    { url: "http://one-rest.team.svc.example.com", why: "somebody's zone that looks like ours" },
    { url: "http://a.b.one-rest.team.svc", why: "no Service has dots" },
    { url: "http://one_rest.team.svc", why: "no name of a Service" },
    { url: "http://user:secret-1@one-rest.team.svc", why: "credentials" },
    { url: `${service}/v1`, why: "a path" },
    { url: `${service}?x`, why: "a query" },
    { url: `${service}#x`, why: "a fragment" },
    { url: "ftp://one-rest.team.svc", why: "another scheme" },
    { url: "file:///etc/passwd", why: "another scheme" },
    { url: "one-rest.team.svc:8081", why: "no scheme" },
    { url: "", why: "nothing" },
  ])("not $url ($why)", ({ url }) => {
    expect(() => originOf({ url }, "services")).toThrow(/^the address of the cluster's REST /);
    expect(() => originOf({ url }, "services")).not.toThrow(/secret-1/);
  });

  it("anywhere, where the process says so", () => {
    expect(originOf({ url: "http://127.0.0.1:8081" }, "any")).toBe("http://127.0.0.1:8081");
    expect(() => originOf({ url: "http://127.0.0.1:8081/x" }, "any")).toThrow("without a path");
  });
});
