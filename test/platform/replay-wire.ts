import { connect } from "node:net";
import type { Recording } from "../contract/knative-rig.ts";

/** The bytes of a recorded request: request line, headers in their order and spelling, body. */
export function toWire(recording: Recording, path = recording.path): Buffer {
  const { method, headers, body = "", bodyBase64 } = recording;
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""];
  const bytes = bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, "base64");
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), bytes]);
}

/** The same recording with another body, whose length is told in its place. */
export function withBody(recording: Recording, body: string): Recording {
  const length = String(Buffer.byteLength(body));
  const headers = recording.headers.map(([name, value]) => [name, name === "Content-Length" ? length : value] as const);
  return { ...recording, headers, body };
}

/** An answer as far as an adapter looks at it. */
export interface WireAnswer {
  readonly status: number;
  readonly body: string;
  /** False when the server ends the connection with the answer. */
  readonly keepsOpen: boolean;
}

/** Writes the bytes over a connection of their own and reads one answer; rejects when the connection ends before it does. */
export function exchangeRaw(url: string, bytes: Buffer): Promise<WireAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      const answer = readAnswer(text);
      if (answer === undefined) return;
      resolve(answer);
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`the connection ended after ${JSON.stringify(text)}`)));
  });
}

/** The answer when it is complete: without a length there is no body (204). */
function readAnswer(text: string): WireAnswer | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const body = text.slice(end + 4);
  if (body.length < length) return undefined;
  return { status: Number(head.split(" ", 2)[1]), body, keepsOpen: !/^connection: close$/im.test(head) };
}
