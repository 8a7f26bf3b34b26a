import { setTimeout as sleep } from "node:timers/promises";
import { patienceMs } from "../../../patience.ts";
import { type ControlPlaneAddress, callApi } from "../control-plane/access.ts";
import { pathOf, secretPath, trap, trapped, webhookPath } from "./objects.ts";

/** What the API server has of the front: its Secret, how it is to be called, and the PEM bundle that is trusted. */
export interface Custody {
  readonly type: string | undefined;
  readonly data: Readonly<Record<string, string>>;
  readonly service: object | undefined;
  readonly bundle: string;
}

interface Configuration {
  readonly metadata: { readonly resourceVersion: string };
  readonly webhooks: readonly { readonly clientConfig: { readonly caBundle?: string; readonly service: object } }[];
}

const fromBase64 = (text = "") => Buffer.from(text, "base64").toString();

/** Reads it; what is not there is empty. */
export async function readCustody(plane: ControlPlaneAddress): Promise<Custody> {
  const secret = (await callApi(plane, "GET", secretPath)).body as { type?: string; data?: Record<string, string> };
  const { webhooks } = (await callApi(plane, "GET", webhookPath)).body as Configuration;
  const { caBundle, service } = webhooks[0]?.clientConfig ?? {};
  const texts = Object.entries(secret.data ?? {}).map(([key, text]) => [key, fromBase64(text)]);
  return { type: secret.type, data: Object.fromEntries(texts), service, bundle: fromBase64(caBundle) };
}

/** Begins to remember: what it gives tells every bundle that was trusted since then, in order, none twice in a row. */
export async function followTrust(plane: ControlPlaneAddress): Promise<() => Promise<string[]>> {
  const { metadata } = (await callApi(plane, "GET", webhookPath)).body as Configuration;
  const [collection, name] = [webhookPath.slice(0, webhookPath.lastIndexOf("/")), webhookPath.split("/").at(-1)];
  const since = `fieldSelector=metadata.name%3D${name}&resourceVersion=${metadata.resourceVersion}`;
  return async () => {
    // The API server still has what was changed before the watch begins.
    const { body } = await callApi(plane, "GET", `${collection}?watch=true&timeoutSeconds=1&${since}`);
    // One line is parsed already.
    const lines = typeof body === "string" ? body.trim().split("\n") : [JSON.stringify(body)];
    const events = lines.map((line) => JSON.parse(line) as { readonly object: Configuration });
    const bundles = events.map(({ object }) => fromBase64(object.webhooks[0]?.clientConfig.caBundle));
    return bundles.filter((bundle, index) => bundle !== bundles[index - 1]);
  };
}

/** Changes the webhook configuration by one operation of a JSON patch below each of its webhooks. */
export async function patchWebhook(
  plane: ControlPlaneAddress,
  op: string,
  path: string,
  value?: unknown,
): Promise<void> {
  const given = value === undefined ? {} : { value };
  const body = [0, 1].map((index) => ({ op, path: `/webhooks/${index}${path}`, ...given }));
  const { status } = await callApi(plane, "PATCH", webhookPath, { type: "application/json-patch+json", body });
  if (status !== 200) throw new Error(`the webhook configuration was not patched: ${status}`);
}

/** What comes of a resource with a trap in a dry run: denied by the function, or let pass without it. */
export async function probe(plane: ControlPlaneAddress, name = "probe"): Promise<"denied" | "passed over"> {
  const { status, body } = await callApi(plane, "POST", `${pathOf()}?dryRun=All`, { body: trap(name) });
  if (status === 201) return "passed over";
  const { message } = body as { message: string };
  if (status === 422 && message.endsWith(trapped)) return "denied";
  throw new Error(`neither denied nor passed over: ${status} ${message}`);
}

/** Resolves when `probe` gives this; rejects after `limitMs`. */
export async function untilProbe(
  plane: ControlPlaneAddress,
  wanted: "denied" | "passed over",
  limitMs = patienceMs,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while ((await probe(plane)) !== wanted) {
    if (performance.now() > deadline) throw new Error(`the webhook's trap was never ${wanted}`);
    await sleep(20);
  }
}
