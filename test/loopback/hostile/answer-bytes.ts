import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { shown } from "../adapters/app-manager/rig.ts";
import type { Script } from "./raw-server.ts";

/** An answer that is wrong below JSON; `sound` is one whose body is the honest one all the same. */
export interface BytesRow {
  readonly name: string;
  readonly why: string;
  readonly script: Script;
  readonly sound?: true;
}

const body = JSON.stringify(shown);
const head = (status: string, ...headers: readonly string[]) => [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n");
const ok = head("200 OK", "content-type: application/json", `content-length: ${Buffer.byteLength(body)}`) + body;
const chunked = head("200 OK", "content-type: application/json", "transfer-encoding: chunked");

/** Writes and keeps the connection. */
const writes =
  (text: string | Buffer): Script =>
  (socket) =>
    void socket.write(text);

/** Writes and closes the connection. */
const ends =
  (text: string | Buffer): Script =>
  (socket) =>
    void socket.end(text);

/** Writes piece after piece until the other side has enough. */
function pours(start: string, piece: Buffer, everyMs: number): Script {
  return (socket: Socket) => {
    socket.write(start);
    const next = () => {
      if (socket.destroyed) return;
      if (everyMs > 0) {
        socket.write(piece);
        setTimeout(next, everyMs);
      } else if (socket.write(piece)) setImmediate(next);
      else socket.once("drain", next);
    };
    next();
  };
}

const million = Buffer.from(`100000\r\n${" ".repeat(1_048_576)}\r\n`);

/** Answers whose bytes are no HTTP, or HTTP of a kind that nobody wants. */
export const bytesRows: readonly BytesRow[] = [
  { name: "a body without end", why: "it is cut at the largest answer", script: pours(chunked, million, 0) },
  { name: "a body without end or length", why: "as above", script: pours(head("200 OK"), million, 0) },
  {
    name: "a body that drips",
    why: "the time of the call is over",
    script: pours(chunked, Buffer.from("1\r\n \r\n"), 20),
  },
  { name: "headers that drip", why: "as above", script: pours("HTTP/1.1 200 OK\r\n", Buffer.from("x: y\r\n"), 20) },
  {
    name: "interim answers without end",
    why: "as above",
    script: pours("", Buffer.from(head("103 Early Hints", "link: <x>")), 5),
  },
  {
    name: "a gzip bomb",
    why: "nothing was asked to be packed, nothing is unpacked",
    script: packed(gzipSync(Buffer.alloc(50_000_000, " "))),
  },
  { name: "a packed answer", why: "as above", script: packed(gzipSync(body)) },
  { name: "said to be packed", why: "as above", script: packed(Buffer.from(body)) },
  { name: "an interim answer first", why: "HTTP allows it", sound: true, script: writes(head("103 Early Hints") + ok) },
  { name: "100 Continue first", why: "HTTP allows it", sound: true, script: writes(head("100 Continue") + ok) },
  {
    name: "an upgrade",
    why: "nobody asked",
    script: writes(head("101 Switching Protocols", "connection: upgrade", "upgrade: x") + ok),
  },
  { name: "a header of 100 kB", why: "", script: writes(head("200 OK", `x: ${"y".repeat(100_000)}`) + body) },
  {
    name: "10,000 headers",
    why: "",
    script: writes(head("200 OK", ...Array.from({ length: 10_000 }, (_, i) => `x-${i}: y`)) + body),
  },
  {
    name: "a length too small",
    why: "the rest is no answer to anybody",
    script: ends(head("200 OK", "content-length: 5") + body),
  },
  {
    name: "a length too large",
    why: "the end is missing",
    script: ends(head("200 OK", "content-length: 99999") + body),
  },
  { name: "a length below zero", why: "", script: ends(head("200 OK", "content-length: -1") + body) },
  { name: "a length that is none", why: "", script: ends(head("200 OK", "content-length: 1e9") + body) },
  {
    name: "two lengths",
    why: "request smuggling begins so",
    script: ends(head("200 OK", "content-length: 5", "content-length: 500") + body),
  },
  {
    name: "a length and chunks",
    why: "as above",
    script: ends(head("200 OK", "content-length: 5", "transfer-encoding: chunked") + body),
  },
  { name: "a chunk of 2^64", why: "", script: ends(`${chunked}FFFFFFFFFFFFFFFF\r\n${body}`) },
  { name: "a chunk that is none", why: "", script: ends(`${chunked}zz\r\n${body}`) },
  {
    name: "a chunk with a long extension",
    why: "",
    script: ends(`${chunked}1;${"x".repeat(100_000)}\r\n{\r\n0\r\n\r\n`),
  },
  { name: "chunks that break off", why: "", script: ends(`${chunked}5\r\n{"a":`) },
  { name: "no status line", why: "HTTP/0.9", script: ends(body) },
  { name: "HTTP/9.9", why: "", script: ends(ok.replace("HTTP/1.1", "HTTP/9.9")) },
  { name: "another protocol", why: "", script: ends(ok.replace("HTTP/1.1", "ICY")) },
  { name: "status 1000", why: "", script: ends(ok.replace("200 OK", "1000 No")) },
  { name: "status 000", why: "", script: ends(ok.replace("200 OK", "000 No")) },
  { name: "status 99", why: "", script: ends(ok.replace("200 OK", "99 No")) },
  { name: "no status", why: "", script: ends(ok.replace("200 OK", "OK")) },
  { name: "bytes of TLS", why: "", script: ends(Buffer.from([0x15, 3, 1, 0, 2, 2, 40])) },
  { name: "zero bytes", why: "", script: ends(Buffer.alloc(10_000)) },
  { name: "a zero byte in a header", why: "", script: ends(head("200 OK", "x: a\u0000b") + body) },
  { name: "a folded header", why: "obsolete", script: ends(head("200 OK", "x: a\r\n content-length: 5") + body) },
  { name: "nothing", why: "", script: (socket) => void socket.end() },
  { name: "a reset", why: "", script: (socket) => void socket.resetAndDestroy() },
  {
    name: "a reset in the middle",
    why: "",
    script: (socket) => void socket.write(ok.slice(0, -20), () => socket.resetAndDestroy()),
  },
  { name: "204 with a body", why: "it says that there is none", script: ends(ok.replace("200 OK", "204 No Content")) },
];

function packed(bytes: Buffer): Script {
  const start = head(
    "200 OK",
    "content-type: application/json",
    "content-encoding: gzip",
    `content-length: ${bytes.length}`,
  );
  return writes(Buffer.concat([Buffer.from(start), bytes]));
}

/** The honest answer, and behind it one that nobody asked for. */
export function withUnasked(unasked: object): Script {
  const text = JSON.stringify(unasked);
  return writes(
    ok + head("200 OK", "content-type: application/json", `content-length: ${Buffer.byteLength(text)}`) + text,
  );
}

/** A redirect. */
export function redirect(status: number, location: string): Script {
  return writes(head(`${status} Moved`, `location: ${location}`, "content-length: 0"));
}
