import { setTimeout as sleep } from "node:timers/promises";
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

/** Changes the webhook configuration by one operation of a JSON patch below its only webhook. */
export async function patchWebhook(
  plane: ControlPlaneAddress,
  op: string,
  path: string,
  value?: unknown,
): Promise<void> {
  const body = [{ op, path: `/webhooks/0${path}`, ...(value === undefined ? {} : { value }) }];
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
  limitMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while ((await probe(plane)) !== wanted) {
    if (performance.now() > deadline) throw new Error(`the webhook's trap was never ${wanted}`);
    await sleep(20);
  }
}
