import { readFileSync } from "node:fs";
import { originOf } from "../../shared/adapters/flink/endpoint.ts";
import { isOperatorError } from "../../shared/core/error.ts";
import { UsageError } from "../usage-error.ts";
import type { Flags } from "./flags.ts";

/** A cluster, and how it is reached. */
export interface ClusterSettings {
  /** Part of the keys of its jobs. */
  readonly name: string;
  /** An origin. */
  readonly url: string;
  readonly caFile: string | undefined;
  /** The whole header `authorization`; absent where nobody asks for one. */
  readonly authorization: (() => string) | undefined;
}

type Given = Pick<Flags, "flink" | "ca-file" | "token-file" | "user" | "password-env">;

/** Where Flink's own configuration has a cluster, and the reference looks for one. */
export const usualCluster = "http://localhost:8081";

/** The clusters of a command line, else the one that a file names, else the usual one; a `UsageError` where one is none. */
export function readClusters(
  flags: Given,
  inFile: string | undefined,
  env: NodeJS.ProcessEnv,
): readonly ClusterSettings[] {
  const places = (flags.flink ?? [inFile ?? usualCluster]).map(readPlace);
  const names = places.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new UsageError(`--flink: there are two clusters '${twice}'; give each its own NAME=URL`);
  const caFile = byCluster("--ca-file", flags["ca-file"], names);
  const authorization = readAuthorization(flags, names, env);
  return places.map(({ name, url }) => ({ name, url, caFile: caFile(name), authorization: authorization(name) }));
}

function readPlace(text: string): { readonly name: string; readonly url: string } {
  const [, name, address = text] = /^([\w.-]{1,63})=(.*)$/s.exec(text) ?? [];
  try {
    const url = originOf({ url: address }, "any");
    return { name: name ?? new URL(url).host, url };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    throw new UsageError(`--flink: ${error.message}${/^https?:/.test(address) ? "" : `: '${address.slice(0, 60)}'`}`);
  }
}

/** A value for each cluster: its own, else the one without a name. */
function byCluster(flag: string, texts: readonly string[] = [], names: readonly string[]) {
  const pairs = texts.map((text) => {
    const name = names.find((one) => text.startsWith(`${one}=`));
    return { name, value: name === undefined ? text : text.slice(name.length + 1) };
  });
  const twice = pairs.find(({ name }, index) => pairs.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw new UsageError(`${flag} is given twice for ${twice.name ?? "every cluster"}`);
  return (name: string) => (pairs.find((pair) => pair.name === name) ?? pairs.find((pair) => !pair.name))?.value;
}

function readAuthorization(flags: Given, names: readonly string[], env: NodeJS.ProcessEnv) {
  const tokenFile = byCluster("--token-file", flags["token-file"], names);
  const userOf = byCluster("--user", flags.user, names);
  const variable = byCluster("--password-env", flags["password-env"], names);
  return (name: string): (() => string) | undefined => {
    const [file, user] = [tokenFile(name), userOf(name)];
    if (file !== undefined && user !== undefined) throw new UsageError(`${name} has both a --token-file and a --user`);
    if (file !== undefined) return makeToken(file);
    if (user === undefined) return undefined;
    const from = variable(name) ?? "WEIR_FLINK_PASSWORD";
    const password = env[from];
    if (password === undefined) throw new UsageError(`--user needs a password in the environment variable ${from}`);
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    return () => basic;
  };
}

/** Milliseconds for which a token is not read again; one of Kubernetes is replaced long before it expires. */
const readFor = 60_000;

function makeToken(file: string): () => string {
  let last = { at: Number.NEGATIVE_INFINITY, header: "" };
  const read = () => {
    const token = readFileSync(file, "utf8").trim();
    if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError(`--token-file: ${file} holds no token`);
    last = { at: performance.now(), header: `Bearer ${token}` };
  };
  try {
    read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--token-file: ${file} cannot be read`);
  }
  return () => {
    try {
      if (performance.now() - last.at >= readFor) read();
    } catch {
      // A file that is being replaced is there again a moment later; until then the last token holds.
    }
    return last.header;
  };
}
