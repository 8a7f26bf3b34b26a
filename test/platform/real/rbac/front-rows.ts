import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import { patienceMs } from "../../../patience.ts";
import { type ControlPlaneAddress, callApi } from "../control-plane/access.ts";
import { startFront } from "./accounts.ts";
import type { Rig } from "./rig.ts";
import type { Row, Trial } from "./row.ts";

const secrets = "/api/v1/namespaces/weir-system/secrets";
/** API path of the webhook configurations. */
export const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const limitMs = patienceMs;

/** The Secret of the front when it starts: none, or one that holds no certificate. */
const withSecret =
  (secret: "none" | "unreadable") =>
  async ({ address, folder, must }: Pick<Rig, "address" | "folder" | "must">): Promise<Trial> => {
    await forgetFront(address);
    await must("POST", webhooks, await readWebhook());
    if (secret === "unreadable") await must("POST", secrets, rubbish);
    let started: Awaited<ReturnType<typeof startFront>> | undefined;
    const written = () => (started === undefined ? "" : started.text.out + started.text.err);
    return {
      refused: async () => {
        const front = await startFront(address, folder);
        started = front;
        await until(() => complaints(front.text.out).length > 0);
        return { ready: await isReady(front.url), said: complaints(front.text.out)[0] };
      },
      granted: async () => {
        await until(async () => started !== undefined && (await isReady(started.url)));
        return { ready: true };
      },
      written,
      close: async () => started?.stop(),
    };
  };

const rubbish = {
  metadata: { name: "weir-front-tls" },
  type: "kubernetes.io/tls",
  stringData: { "tls.key": "no key", "tls.crt": "no certificate", "ca.crt": "no authority" },
};

/** Removes what the front owns, and the webhook configuration that it fills in. */
export async function forgetFront(address: ControlPlaneAddress): Promise<void> {
  for (const path of [`${secrets}/weir-front-tls`, `${webhooks}/weir-admission`])
    await callApi(address, "DELETE", path);
}

/** The webhook configuration as it is shipped, without anything that the front fills in. */
export async function readWebhook(): Promise<object> {
  return parse(await readFile("knative/overlays/direct/620-webhook.yaml", "utf8"));
}

/** The certificates in a bundle that is in base64, as the API server has it. */
export function authoritiesOf(bundle: unknown): string[] {
  const text = Buffer.from(String(bundle ?? ""), "base64").toString();
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

/** What the front said of its certificate not being settled. */
function complaints(log: string): string[] {
  return [...log.matchAll(/"error":"([^"]*)","msg":"certificate not settled"/g)].map(([, error]) => error ?? "");
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error("the front did not come so far in time");
    await sleep(20);
  }
}

const row = (verb: string, object: string, why: string, secret: "none" | "unreadable", said: string): Row => ({
  grant: `weir-front: ${verb} ${object}`,
  why,
  start: withSecret(secret),
  refused: { ready: false, said: `${said}: 403` },
  granted: { ready: true },
});

const secret = "secrets weir-front-tls";
const webhook = "validatingwebhookconfigurations weir-admission";

/** What the front needs each grant for; it takes no review before all is settled, and recovers by itself. */
export const frontRows: readonly Row[] = [
  row("get", secret, "replicas share one pair", "unreadable", `GET ${secrets}/weir-front-tls`),
  row("create", "secrets", "the first start of all", "none", `POST ${secrets}`),
  row("update", secret, "a renewal replaces it", "unreadable", `PUT ${secrets}/weir-front-tls`),
  row("get", webhook, "what is trusted already is kept", "none", `GET ${webhooks}/weir-admission`),
  row("patch", webhook, "the API server is told whom to trust", "none", `PATCH ${webhooks}/weir-admission`),
];
