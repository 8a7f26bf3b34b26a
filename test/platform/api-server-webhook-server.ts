import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../../simulators/platform/api-server/json.ts";

/** One request that the webhook got. */
export interface Review {
  readonly url: string;
  readonly body: { apiVersion: string; kind: string; request: JsonObject & { uid: string; object: JsonObject | null } };
}

/** What the webhook answers, by `spec.w`; the uid is put in. */
const replies: Record<
  string,
  { code?: number; text?: string; response?: JsonObject; review?: JsonObject; cut?: boolean; slow?: boolean }
> = {
  ok: { response: { allowed: true } },
  deny: { response: { allowed: false } },
  why: { response: { allowed: false, status: { message: "because", code: 403, reason: "Forbidden" } } },
  reason: { response: { allowed: false, status: { reason: "Because" } } },
  warn: { response: { allowed: true, warnings: ["careful", 'it "is" hot'] } },
  "500": { code: 500, text: "oops" },
  "404": { code: 404, text: "nope" },
  "503": { code: 503, text: "" },
  html: { text: "<html>" },
  nothing: { review: {} },
  uid: { response: { allowed: true, uid: "other" } },
  patch: { response: { allowed: true, patch: "W10=", patchType: "JSONPatch" } },
  cut: { cut: true },
  slow: { slow: true },
};

/** A webhook on a loopback address that answers as `spec.w` of the object says, and keeps what it was asked. */
export async function startWebhook(reviews: Review[]): Promise<{ url: string; close(): Promise<void> }> {
  const hook: Server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const review = JSON.parse(text) as Review["body"];
    reviews.push({ url: request.url ?? "", body: review });
    const subject = (review.request.object ?? review.request.oldObject) as { spec?: { w?: string } } | null;
    const reply = replies[subject?.spec?.w ?? "ok"] ?? {};
    if (reply.cut) return void request.socket.destroy();
    if (reply.slow) return;
    const answer = { uid: review.request.uid, ...reply.response };
    const body = reply.review ?? { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response: answer };
    response.writeHead(reply.code ?? 200, { "content-type": "application/json" });
    response.end(reply.text ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}`,
    close: async () => {
      hook.closeAllConnections();
      await new Promise((resolve) => hook.close(resolve));
    },
  };
}
