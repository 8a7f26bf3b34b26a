import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { makePair } from "../../../../functions/front/certificate.ts";

/** What a webhook answers; the review's uid is put into `response` where it has none. */
export interface HookAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body, in place of a review. */
  readonly text?: string;
  readonly review?: object;
  readonly response?: object;
  /** Ends the connection, or never answers. */
  readonly instead?: "cut" | "hang";
}

/** A webhook over TLS that gives the answer which the label `answer` of its object names. */
export interface AnsweringHook {
  readonly url: string;
  /** PEM. */
  readonly authority: string;
  close(): Promise<void>;
}

/** Starts it on a loopback address, by the name localhost. */
export async function startAnsweringHook(answers: ReadonlyMap<string, HookAnswer>): Promise<AnsweringHook> {
  const pair = await makePair({ names: ["localhost"], lifeMs: 3_600_000 }, new Date());
  const server = createServer({ key: pair.key, cert: pair.certificate }, async (request, response) => {
    const { request: asked } = (await json(request)) as {
      request: { uid: string; object: { metadata: { labels: { answer: string } } } };
    };
    const answer = answers.get(asked.object.metadata.labels.answer) ?? {};
    if (answer.instead === "cut") return void request.socket.destroy();
    if (answer.instead === "hang") return;
    const said = { uid: asked.uid, allowed: true, ...answer.response };
    const review = answer.review ?? { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response: said };
    response.writeHead(answer.status ?? 200, { "content-type": answer.type ?? "application/json", ...answer.headers });
    response.end(answer.text ?? JSON.stringify(review));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    authority: pair.authority,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
