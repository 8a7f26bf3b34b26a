import { connect } from "node:net";

/** Bytes that are hardly a request, and the statuses that may answer them; none where the connection may just end. */
export interface RawRequest {
  readonly name: string;
  readonly bytes: string;
  readonly statuses: readonly number[];
}

const event = "ce-specversion: 1.0\r\nce-id: 1\r\nce-source: /x\r\nce-type: x";
const post = (target: string, headers: string, body = "") =>
  `POST ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n${body}`;

/** Requests beside what a library would send. */
export const rawRequests: readonly RawRequest[] = [
  { name: "no HTTP", bytes: "hello\r\n\r\n", statuses: [400] },
  { name: "HTTP/0.9", bytes: "GET /\r\n\r\n", statuses: [400] },
  { name: "HTTP/9.9", bytes: "GET / HTTP/9.9\r\n\r\n", statuses: [400, 505] },
  { name: "TLS", bytes: "\u0016\u0003\u0001\u0002\u0000\u0001", statuses: [400] },
  { name: "the preface of HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", statuses: [400, 404] },
  { name: "no host", bytes: "POST / HTTP/1.1\r\n\r\n", statuses: [400] },
  {
    name: "a host that is none",
    bytes: `POST / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n${event}\r\n\r\n`,
    statuses: [204, 400],
  },
  { name: "an absolute target", bytes: post("http://169.254.169.254/latest", event), statuses: [204, 400] },
  { name: "a target of two slashes", bytes: post("//", event), statuses: [400] },
  { name: "a climbing target", bytes: post("/../../etc/passwd", event), statuses: [400] },
  { name: "an encoded target", bytes: post("/%2e%2e/%00", event), statuses: [400] },
  { name: "a long target", bytes: post(`/${"a".repeat(100_000)}`, event), statuses: [400, 414, 431] },
  { name: "a query without end", bytes: post(`/?${"a=b&".repeat(3_000)}`, event), statuses: [204, 400, 415, 431] },
  { name: "headers of 100 kB", bytes: post("/", `x: ${"y".repeat(100_000)}`), statuses: [431] },
  { name: "10,000 headers", bytes: post("/", "a: b\r\n".repeat(10_000)), statuses: [431] },
  { name: "a zero byte in a header", bytes: post("/", `${event}\u0000`), statuses: [400] },
  { name: "a line break in a header", bytes: post("/", `${event}\r\n folded`), statuses: [204, 400] },
  { name: "a header without a name", bytes: post("/", ": x"), statuses: [400] },
  { name: "a space before the colon", bytes: post("/", "content-length : 5", "hello"), statuses: [400] },
  { name: "two lengths", bytes: post("/", "content-length: 1\r\ncontent-length: 50", "x"), statuses: [400] },
  {
    name: "a length and chunks",
    bytes: post("/", "content-length: 1\r\ntransfer-encoding: chunked", "0\r\n\r\n"),
    statuses: [400],
  },
  { name: "a length below zero", bytes: post("/", "content-length: -1"), statuses: [400] },
  {
    name: "another transfer coding",
    bytes: post("/", "transfer-encoding: gzip, chunked", "0\r\n\r\n"),
    statuses: [400, 501],
  },
  {
    name: "a chunk that is none",
    bytes: post("/", `${event}\r\ntransfer-encoding: chunked`, "zz\r\n"),
    statuses: [400],
  },
  {
    name: "a chunk of 2^64",
    bytes: post("/", `${event}\r\ntransfer-encoding: chunked`, "FFFFFFFFFFFFFFFFF\r\n"),
    statuses: [400],
  },
  { name: "an expectation", bytes: post("/", `${event}\r\nexpect: the-unexpected`), statuses: [417] },
  {
    name: "an upgrade",
    bytes: `GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    statuses: [405],
  },
  { name: "CONNECT", bytes: "CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n", statuses: [] },
  { name: "TRACE", bytes: "TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", statuses: [400, 405] },
  { name: "an unknown method", bytes: "PWN / HTTP/1.1\r\nhost: x\r\n\r\n", statuses: [400] },
];

/** The status that bytes are answered with; 0 where the connection ends without one. */
export function statusOf(port: number, { bytes }: RawRequest): Promise<number> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")));
    const finish = () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("\r\n\r\n")) socket.end();
    });
    socket.on("error", finish);
    socket.on("close", finish);
  });
}
