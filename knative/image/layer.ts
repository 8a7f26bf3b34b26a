import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Entry, packTar, withParents } from "./tar.ts";

/** One layer on disk: `digest` is of the file as stored, `diffId` of the tar archive inside it; `size` in bytes. */
export type Layer = { file: string; digest: string; diffId: string; size: number; mediaType: string };

async function* hashed(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Packs the entries into `file`, with gzip when asked for; equal entries give an equal file. */
export async function writeLayer(entries: readonly Entry[], file: string, gzip: boolean): Promise<Layer> {
  const inner = createHash("sha256");
  const outer = createHash("sha256");
  const tar = Readable.from(hashed(packTar(withParents(entries)), inner));
  const stored = (chunks: AsyncIterable<Buffer>) => hashed(chunks, outer);
  if (gzip) await pipeline(tar, createGzip({ level: 6 }), stored, createWriteStream(file));
  else await pipeline(tar, stored, createWriteStream(file));
  return {
    file,
    digest: `sha256:${outer.digest("hex")}`,
    diffId: `sha256:${inner.digest("hex")}`,
    size: (await stat(file)).size,
    mediaType: `application/vnd.oci.image.layer.v1.tar${gzip ? "+gzip" : ""}`,
  };
}
