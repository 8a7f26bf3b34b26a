import { type JsonText, texts } from "./text.ts";

const document = '{"a":"ä"}';
const bytes = (...values: readonly number[]) => Uint8Array.from(values);
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const utf8 = (text: string) => new TextEncoder().encode(text);

const wide = (text: string, unit: 2 | 4, order: "LE" | "BE") => {
  const out = Buffer.alloc(text.length * unit);
  for (let at = 0; at < text.length; at += 1) {
    const place = order === "LE" ? at * unit : at * unit + unit - 2;
    if (order === "LE") out.writeUInt16LE(text.charCodeAt(at), place);
    else out.writeUInt16BE(text.charCodeAt(at), place);
  }
  return new Uint8Array(out);
};

const inString = (...values: readonly number[]) => joined(utf8('["'), bytes(...values), utf8('"]'));

/** Text that is no UTF-8, or begins with a mark. */
export const encodings: readonly JsonText[] = [
  ...texts("mark", "reject", [
    joined(bytes(0xef, 0xbb, 0xbf), utf8(document)),
    bytes(0xef, 0xbb, 0xbf),
    "\ufeff\ufeff[]",
  ]),
  ...texts("wide", "reject", [
    wide(document, 2, "LE"),
    wide(document, 2, "BE"),
    wide(document, 4, "LE"),
    wide(document, 4, "BE"),
    joined(bytes(0xff, 0xfe), wide(document, 2, "LE")),
    joined(bytes(0xfe, 0xff), wide(document, 2, "BE")),
    joined(bytes(0xff, 0xfe, 0, 0), wide(document, 4, "LE")),
  ]),
  ...texts("zero-byte", "reject", ["\0", "\0[]", "[]\0", "[\0]", "[1,\0 2]", '{"a"\0:1}', "\0".repeat(1_000)]),
  ...texts("no-utf8", "either", [
    inString(0xe4),
    inString(0xff),
    inString(0xfe, 0xff),
    inString(0x80),
    inString(0xc0, 0xaf),
    inString(0xc0, 0x80),
    inString(0xe0, 0x80, 0xaf),
    inString(0xed, 0xa0, 0x80),
    inString(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80),
    inString(0xf4, 0x90, 0x80, 0x80),
    inString(0xf8, 0x88, 0x80, 0x80, 0x80),
    inString(0xe2, 0x82),
    joined(utf8('{"'), bytes(0xe4), utf8('":1}')),
    bytes(0xe4),
    bytes(0xff, 0xfe),
    joined(utf8("[]"), bytes(0xe4)),
    joined(bytes(0xc3), utf8("[]")),
    bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
  ]),
];
