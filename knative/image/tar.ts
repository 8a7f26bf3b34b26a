import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** Something to pack: bytes at hand, or a file to read when its turn comes; `mode` are permission bits. */
export type Entry = { path: string; mode: number } & ({ bytes: Buffer } | { file: string } | { directory: true });

const blockBytes = 512;
const maxName = 100;
const maxPrefix = 155;

function splitPath(path: string): { name: string; prefix: string } {
  if (path.length <= maxName) return { name: path, prefix: "" };
  const cut = path.indexOf("/", path.length - maxName - 1);
  if (cut < 0 || cut > maxPrefix) throw new Error(`a path too long for a tar archive: ${path}`);
  return { name: path.slice(cut + 1), prefix: path.slice(0, cut) };
}

/** A ustar header with owner 0:0 and time 0, so that equal content gives equal bytes. */
function makeHeader(path: string, mode: number, size: number, directory: boolean): Buffer {
  const header = Buffer.alloc(blockBytes);
  const { name, prefix } = splitPath(path);
  const octal = (value: number, offset: number, width: number): void => {
    header.write(`${value.toString(8).padStart(width - 1, "0")}\0`, offset, "latin1");
  };
  header.write(name, 0, "utf8");
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  header.write(`        ${directory ? "5" : "0"}`, 148, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  header.write(prefix, 345, "utf8");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

const padding = (size: number): Buffer => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

async function* packOne(entry: Entry): AsyncGenerator<Buffer> {
  if ("directory" in entry) {
    yield makeHeader(`${entry.path}/`, entry.mode, 0, true);
  } else if ("bytes" in entry) {
    yield makeHeader(entry.path, entry.mode, entry.bytes.length, false);
    yield entry.bytes;
    yield padding(entry.bytes.length);
  } else {
    const { size } = await stat(entry.file);
    yield makeHeader(entry.path, entry.mode, size, false);
    let read = 0;
    for await (const chunk of createReadStream(entry.file)) {
      read += chunk.length;
      yield chunk;
    }
    if (read !== size) throw new Error(`${entry.file} changed while it was read`);
    yield padding(size);
  }
}

/** The entries with every missing parent folder (mode 755), sorted by path, as layers of an image are. */
export function withParents(entries: readonly Entry[]): Entry[] {
  const all = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path } of entries) {
    const parts = path.split("/").slice(0, -1);
    parts.forEach((_, index) => {
      const parent = parts.slice(0, index + 1).join("/");
      if (!all.has(parent)) all.set(parent, { path: parent, mode: 0o755, directory: true });
    });
  }
  return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A tar archive of the entries in the order given. */
export async function* packTar(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  for (const entry of entries) yield* packOne(entry);
  yield Buffer.alloc(2 * blockBytes);
}
