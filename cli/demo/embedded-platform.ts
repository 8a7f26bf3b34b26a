import { randomUUID } from "node:crypto";
import type { KubeObject } from "../../shared/core/object.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { parsePath } from "../../simulators/platform/api-server/request.ts";
import { storageKey } from "../../simulators/platform/api-server/resource.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import type { Store } from "../../simulators/platform/api-server/store.ts";
import { Unexpected } from "./expect.ts";
import { makeKubectl } from "./kubectl.ts";
import {
  accountNames,
  namespace,
  type Platform,
  type StartPlatform,
  type StoredChange,
  type UserName,
} from "./platform.ts";

const accounts = accountNames.map((name) => [name, { username: `system:serviceaccount:weir-system:${name}` }] as const);
const users = [
  ["admin", { username: "admin", groups: ["system:masters"] }],
  ["jane", { username: "jane" }],
  ...accounts,
] as const;

/** The API server of the simulators, in this process. */
export const startEmbeddedPlatform: StartPlatform = async (opened) => {
  const tokens = new Map<UserName, string>(users.map(([name]) => [name, `${name}-${randomUUID()}`]));
  const tokenOf = (user: UserName) => tokens.get(user) ?? "";
  const byToken = Object.fromEntries(users.map(([name, user]) => [tokenOf(name), user]));
  const api = await startApiServer({ users: byToken });
  opened(api);
  return toPlatform(api, tokenOf);
};

function toPlatform(api: ApiServer, tokenOf: (user: UserName) => string): Platform {
  const { url, calls, store } = api;
  return {
    name: "embedded",
    url,
    calls,
    tokenOf,
    kubeconfig: (user, inNamespace) => {
      const config = JSON.parse(api.kubeconfig(tokenOf(user))) as { contexts: { context: { namespace: string } }[] };
      for (const { context } of config.contexts) context.namespace = inNamespace;
      return JSON.stringify(config);
    },
    toWebhookClient: async (address) => ({ url: address }),
    install: async (objects) => {
      const admin = makeKubectl(url, tokenOf("admin"), namespace);
      for (const object of objects) {
        const answer = await admin.create(object);
        if (!answer.ok) throw new Unexpected(`${object.kind} ${object.metadata.name} was refused: ${answer.message}`);
      }
    },
    read: async (path) => {
      const place = parsePath(path);
      const resource = place && store.resources.find(place.group, place.version, place.plural);
      return resource && (store.get(resource, place.namespace, place.name) as KubeObject | undefined);
    },
    all: async () => store.resources.all().flatMap((resource) => store.all(resource) as readonly KubeObject[]),
    watch: async (listener) => {
      const end = watchKinds(store, listener);
      return { close: async () => void end() };
    },
    close: () => api.close(),
  };
}

function watchKinds(store: Store, listener: (change: StoredChange) => void): () => void {
  const watched = new Set(kinds.map(({ names }) => storageKey(names)));
  return store.subscribe(({ storage, type, object }) => {
    if (watched.has(storage)) listener({ type, object: object as KubeObject });
  });
}
