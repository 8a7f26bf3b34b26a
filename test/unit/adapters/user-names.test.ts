import { describe, expect, it } from "vitest";
import { collectionPath } from "../../../shared/adapters/app-manager/paths.ts";
import type { Api } from "../../../shared/adapters/kubernetes/api.ts";
import { makeCluster } from "../../../shared/adapters/kubernetes/cluster.ts";
import { isOperatorError } from "../../../shared/core/error.ts";
import { vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { home, World } from "../../world/world.ts";

/** What somebody may write where a name is expected. */
const lies = [
  "kube-system/admin",
  "../../kube-system/secrets/admin",
  "..",
  ".",
  "",
  "a?watch=true",
  "a#b",
  "a%2fb",
  "a/../../b",
  "a\r\nHost: elsewhere",
  "a\u0000b",
  "\\..\\b",
  "\ud800",
  "．．/a",
  "a b",
  "*",
];

/** What the API server would be asked for, and where. */
function secretsAsked(): {
  readonly paths: string[];
  readonly read: (namespace: string, name: string) => Promise<void>;
} {
  const paths: string[] = [];
  const api = {
    read: async (path: string) => {
      paths.push(path);
      return { status: 404, date: 0, text: '{"kind":"Status","apiVersion":"v1","status":"Failure","code":404}' };
    },
  } as unknown as Api;
  const cluster = makeCluster(api);
  const read = async (namespace: string, name: string) => {
    await cluster.readSecret(namespace, name).catch((error: unknown) => expect(isOperatorError(error)).toBe(true));
  };
  return { paths, read };
}

describe("the name of a Secret", () => {
  it.each(lies)("%j leads to no other namespace, list or watch", async (name) => {
    const { paths, read } = secretsAsked();
    await read("mine", name);
    for (const path of paths) {
      const { pathname, search } = new URL(path, "http://api");
      expect([pathname.split("/").slice(0, 6), pathname.split("/").length, search]).toEqual([
        ["", "api", "v1", "namespaces", "mine", "secrets"],
        7,
        "",
      ]);
    }
  });

  it("is looked up in the resource's own namespace, whatever it is", async () => {
    const world = new World();
    const asked: string[] = [];
    const { readSecret } = world.cluster;
    world.cluster.readSecret = (namespace, name) => {
      asked.push(namespace);
      return readSecret.call(world.cluster, namespace, name);
    };
    for (const [index, secret] of lies.entries()) {
      const name = `r${index}`;
      world.cluster.create(vvpDeployment("PATCH", { metadata: { name, annotations: { apikeySecretName: secret } } }));
      await world.pass(name);
    }
    expect(asked.length).toBeGreaterThan(10);
    expect(new Set(asked)).toEqual(new Set([home.namespace]));
  });
});

describe("the name of a platform's namespace", () => {
  it.each(lies)("%j stays one segment, or nothing is sent", (name) => {
    let path: string;
    try {
      path = collectionPath(name, "deployments");
    } catch (error) {
      return expect(isOperatorError(error)).toBe(true);
    }
    const { pathname, search, host } = new URL(path, "http://platform");
    expect([pathname.split("/").length, pathname.endsWith("/deployments"), search, host]).toEqual([
      6,
      true,
      "",
      "platform",
    ]);
  });
});

describe("addresses in a resource", () => {
  const canary = "http://169.254.169.254/latest/meta-data";

  it("are passed on as text, and called by nobody", async () => {
    const world = new World();
    const urls: string[] = [];
    world.way.through = (usual) => ({
      ...usual,
      send: (request, signal) => {
        urls.push(request.url);
        return usual.send(request, signal);
      },
    });
    world.boot();
    const artifact = { kind: "JAR", jarUri: canary, additionalDependencies: [canary] };
    const template = { spec: { artifact, flinkConfiguration: { "rest.address": canary } } };
    const spec = { initialSavepointSpec: { savepointLocation: canary }, deployment: { spec: { template } } };
    world.cluster.create(vvpDeployment("PATCH", { metadata: { name: "one", annotations: { url: canary } }, spec }));
    for (const state of ["RUNNING", "SUSPENDED", "RUNNING", "CANCELLED"]) {
      world.cluster.edit("one", wanted(state));
      for (let turn = 0; turn < 4; turn += 1) {
        await world.pass("one");
        world.clock.skip(30_000);
      }
    }
    expect(JSON.stringify(world.trace)).toContain(canary);
    expect(urls.length).toBeGreaterThan(10);
    expect(
      urls.filter((url) => !/^\/api\/v1\/namespaces\/[^/?#]+\/(deployments|savepoints|events)\b/.test(url)),
    ).toEqual([]);
  });
});
