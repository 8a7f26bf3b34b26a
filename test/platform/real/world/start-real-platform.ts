import { readManifests } from "../../../../cli/demo/manifests.ts";
import {
  type AccountName,
  accountNames,
  type Platform,
  type StartPlatform,
  type UserName,
} from "../../../../cli/demo/platform.ts";
import { makeKubeconfig } from "../../../../simulators/platform/api-server/kubeconfig.ts";
import { type ControlPlaneAddress, toKubeconfig } from "../control-plane/access.ts";
import { type AdmissionFront, startAdmissionFront } from "./admission-front.ts";
import { readAll } from "./all-objects.ts";
import { type DirectClient, makeDirectClient } from "./direct-client.ts";
import { grants } from "./grants.ts";
import { type Send, whenInForce, whenWebhookIsCalled } from "./in-force.ts";
import { applyAll, whenHolds } from "./install.ts";
import { everywhere } from "./paths.ts";
import { type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";
import { watchStored } from "./stored-watch.ts";
import { wipe } from "./wipe.ts";

const accountFiles = [
  "knative/base/100-service-accounts.yaml",
  "knative/base/200-rbac.generated.yaml",
  "knative/base/210-rbac-source.yaml",
  "knative/base/220-rbac-users.generated.yaml",
];

/**
 * A control plane as the platform of a world, with the accounts and roles of the manifests.
 *
 * Guarantees: what was left of a world is gone before this one begins, and what this one leaves when it is closed; kinds,
 * policies and roles stay. Assumptions: one world at a time.
 */
export function onControlPlane(address: ControlPlaneAddress): StartPlatform {
  return async (opened) => {
    const client = makeDirectClient(address);
    opened({ close: async () => client.close() });
    const usernames = new Map<string, string>();
    const proxy = await startRecordingProxy({ ...address, usernameOf: (token) => usernames.get(token) });
    opened(proxy);
    const tokens = new Map<UserName, string>();
    const learn = (user: UserName, username: string, token: string) => {
      tokens.set(user, token);
      usernames.set(token, username);
    };
    learn("admin", "admin", address.tokens.admin);
    learn("jane", "jane", address.tokens.jane);
    const learnAccounts = async () => {
      for (const name of accountNames) {
        if (!tokens.has(name))
          learn(name, `system:serviceaccount:weir-system:${name}`, await requestToken(client, name));
      }
    };
    await wipe(client);
    const parts: Parts = {
      address,
      client,
      proxy,
      learnAccounts,
      tokenOf: (user) => tokens.get(user) ?? "",
      fronts: [],
    };
    return toPlatform(parts, opened);
  };
}

interface Parts {
  readonly address: ControlPlaneAddress;
  readonly client: DirectClient;
  readonly proxy: RecordingProxy;
  readonly learnAccounts: () => Promise<void>;
  readonly tokenOf: (user: UserName) => string;
  readonly fronts: AdmissionFront[];
}

function toPlatform(parts: Parts, opened: Parameters<StartPlatform>[0]): Platform {
  const { address, client, proxy, tokenOf, fronts } = parts;
  const platform: Platform = {
    name: "real",
    url: proxy.url,
    calls: proxy.calls,
    tokenOf,
    // kubectl sends no token over plain HTTP, so a user of it goes to the API server itself.
    kubeconfig: (user, inNamespace) =>
      user === "admin" || user === "jane"
        ? toKubeconfig(address, tokenOf(user), inNamespace)
        : plainKubeconfig(proxy.url, tokenOf(user), inNamespace),
    toWebhookClient: async (target) => {
      const front = await startAdmissionFront(target);
      opened(front);
      fronts.push(front);
      return { url: front.url, caBundle: front.caBundle };
    },
    install: (objects) => install(parts, objects),
    read: async (path) => {
      const { status, body } = await client.send("GET", path);
      return status === 200 ? body : undefined;
    },
    all: () => readAll(client),
    watch: (listener) => watchStored(address, everywhere, listener),
    close: () => wipe(client),
  };
  opened(platform);
  return platform;
}

async function install({ client, learnAccounts, tokenOf, fronts }: Parts, objects: Parameters<Platform["install"]>[0]) {
  const send: Send = (user, method, path, body) => client.send(method, path, { token: tokenOf(user), body });
  const has = (kind: string) => objects.some((object) => object.kind === kind);
  await applyAll(client, objects);
  if (has("CustomResourceDefinition")) {
    await applyAll(client, [...(await Promise.all(accountFiles.map(readManifests))).flat(), ...grants]);
    await learnAccounts();
    await whenInForce(client, send);
  }
  const front = fronts.at(-1);
  if (front !== undefined && has("ValidatingWebhookConfiguration")) await whenWebhookIsCalled(send, front.isCalled);
}

async function requestToken(client: DirectClient, name: AccountName): Promise<string> {
  const path = `/api/v1/namespaces/weir-system/serviceaccounts/${name}/token`;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3_600 } };
  let token: string | undefined;
  // A controller makes the account `default` of a new namespace.
  await whenHolds(`there is an account ${name}`, async () => {
    token = (await client.send("POST", path, { body })).body.status?.token;
    return token !== undefined;
  });
  return token ?? "";
}

function plainKubeconfig(url: string, token: string, inNamespace: string): string {
  const config = JSON.parse(makeKubeconfig(url, token, undefined)) as {
    contexts: { context: { namespace: string } }[];
  };
  for (const { context } of config.contexts) context.namespace = inNamespace;
  return JSON.stringify(config);
}
