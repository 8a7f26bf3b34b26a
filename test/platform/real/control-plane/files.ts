import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ControlPlaneAddress, toKubeconfig, type User, users } from "./access.ts";
import { type Identity, makeAuthority, makeSigningKey } from "./certificates.ts";

/** Clients of the API server that are parts themselves: user and groups, as Kubernetes' own roles name them. */
const clients = {
  "kube-controller-manager": { user: "system:kube-controller-manager" },
  "kube-scheduler": { user: "system:kube-scheduler" },
  "kube-proxy": { user: "system:kube-proxy" },
  "kubelet-client": { user: "kube-apiserver-kubelet-client", groups: ["system:masters"] },
} as const;

/** A part that talks to the API server. */
export type Client = keyof typeof clients;

/** Where certificates, keys and kubeconfigs of one control plane lie. */
export interface ControlPlaneFiles {
  readonly folder: string;
  readonly ca: string;
  readonly tokens: ControlPlaneAddress["tokens"];
  /** Path of a file in the folder. */
  path(name: string): string;
  /** Makes `<name>.crt` and `<name>.key` for one more client, such as a node. */
  addClient(name: string, user: string, groups?: readonly string[]): Promise<void>;
  /** Writes `<name>.kubeconfig` for a client whose certificate is there; gives its path. */
  writeClientKubeconfig(name: string, url: string): Promise<string>;
}

/**
 * Writes into a folder: `ca.crt`, `server.{crt,key}` for these names, `<client>.{crt,key}`, `service-account.key`,
 * `tokens.csv`.
 */
export async function writeFiles(
  folder: string,
  serverNames: readonly [string, ...string[]],
): Promise<ControlPlaneFiles> {
  const path = (name: string) => join(folder, name);
  const authority = await makeAuthority();
  const write = (name: string, text: string) => writeFile(path(name), text, { mode: 0o600 });
  const writePair = async (name: string, { certificate, key }: Identity) => {
    await write(`${name}.crt`, certificate);
    await write(`${name}.key`, key);
  };
  const addClient = async (name: string, user: string, groups: readonly string[] = []) =>
    writePair(name, await authority.issueClient(user, groups));
  await write("ca.crt", authority.certificate);
  await writePair("server", await authority.issueServer(serverNames));
  await write("service-account.key", makeSigningKey());
  for (const [name, { user, ...rest }] of Object.entries(clients)) {
    await addClient(name, user, "groups" in rest ? rest.groups : []);
  }
  const names = Object.keys(users) as User[];
  const tokens = Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<User, string>;
  await write(
    "tokens.csv",
    names.map((name) => `${tokens[name]},${name},${name},"${users[name].join(",")}"\n`).join(""),
  );
  return {
    folder,
    ca: authority.certificate,
    tokens,
    path,
    addClient,
    writeClientKubeconfig: async (name, url) => {
      const data = { "client-certificate": path(`${name}.crt`), "client-key": path(`${name}.key`) };
      const config = JSON.parse(toKubeconfig({ url, ca: authority.certificate }, "")) as { users: object[] };
      await write(`${name}.kubeconfig`, JSON.stringify({ ...config, users: [{ name: "real", user: data }] }));
      return path(`${name}.kubeconfig`);
    },
  };
}
