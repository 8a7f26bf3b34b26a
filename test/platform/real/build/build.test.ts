import { describe, expect, it } from "vitest";
import { binaryPath, cacheFolder, linkerFlags, partPath, versionOf } from "./cache.ts";
import { levelOf, parts, partsOf } from "./parts.ts";

describe("the parts", () => {
  it.each(parts)("$name is kept by its version, outside the work tree", (part) => {
    const path = binaryPath(part, "/cache");
    expect(path).toMatch(new RegExp(`^/cache/${part.name}-${versionOf(part)}-[0-9a-f]{10}/${part.name}$`));
    expect(path).toBe(binaryPath(part, "/cache"));
  });

  it("are kept apart by what goes into them", () => {
    const [one] = parts;
    if (one === undefined) throw new Error("no parts");
    expect(binaryPath({ ...one, source: `${one.source}/other` })).not.toBe(binaryPath(one));
    expect(binaryPath({ ...one, tags: "other" })).not.toBe(binaryPath(one));
  });

  it("of Kubernetes are stamped with the version that their module pins", () => {
    const api = parts.find(({ name }) => name === "kube-apiserver");
    expect(api && linkerFlags(api)).toContain("-X k8s.io/component-base/version.gitVersion=v1.34.4");
  });

  it("of Helm say which Kubernetes charts are for", () => {
    const helm = parts.find(({ name }) => name === "helm");
    expect(helm && linkerFlags(helm)).toContain(
      "chartutil.k8sVersionMajor=1 -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=34",
    );
  });

  it("of level node include those of level api", () => {
    expect(partsOf("node")).toEqual(expect.arrayContaining(partsOf("api")));
    expect(partsOf("api").map(({ name }) => name)).not.toContain("kubelet");
  });

  it("are looked for by name and level", () => {
    expect(() => partPath("kube-apiservr")).toThrow("no part is called kube-apiservr");
    expect(() => levelOf("moon")).toThrow("--level is api or node, not moon");
    expect(partPath("kubectl")).toContain("/kubectl-v1.34.4-");
  });
});

describe("the cache", () => {
  it.each([
    { env: { WEIR_REAL_CACHE: "/x", XDG_CACHE_HOME: "/y" }, folder: "/x" },
    { env: { WEIR_REAL_CACHE: "", XDG_CACHE_HOME: "/y" }, folder: "/y/weir/real" },
  ])("is $folder with $env", ({ env, folder }) => expect(cacheFolder(env)).toBe(folder));
});
