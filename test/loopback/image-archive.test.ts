import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImageFacts } from "../../knative/image/archive.ts";
import { buildImage } from "../../knative/image/build.ts";
import { bundle } from "../../knative/image/bundle.ts";
import { readLibraries } from "../../knative/image/contents.ts";
import { warm } from "../../knative/image/warm.ts";
import { temporaryFolders } from "../temporary-folders.ts";
import { makeProject, run, tinyFunction } from "./image-project.ts";

const facts: ImageFacts = {
  name: "dev.local/weir:0.0.1",
  version: "0.0.1",
  architecture: "amd64",
  created: "1970-01-01T00:00:00.000Z",
};
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === "linux";
const makeFolder = temporaryFolders();
let scratch = "";
let dist = "";

beforeAll(async () => {
  scratch = makeFolder("image");
  const root = await makeProject(scratch, { tiny: tinyFunction });
  dist = join(root, "dist");
  await bundle({ root, outdir: dist });
  await warm(dist);
});

/** A program that is quick to pack in Node's place. */
const small = "/bin/ls";

async function build(name: string, gzip = false, node = small): Promise<string> {
  const out = join(scratch, name);
  await buildImage({ dist, out, node, gzip, facts });
  return out;
}

async function unpack(archive: string): Promise<string> {
  const folder = `${archive}.d`;
  await mkdir(folder);
  expect(await run("tar", ["xf", archive, "-C", folder])).toMatchObject({ code: 0, err: "" });
  return folder;
}

type Descriptor = { digest: string; size: number; mediaType: string };

async function readBlob(folder: string, { digest, size }: Descriptor): Promise<Buffer> {
  const bytes = await readFile(join(folder, "blobs/sha256", digest.replace("sha256:", "")));
  expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(digest);
  expect(bytes.length).toBe(size);
  return bytes;
}

async function readImage(folder: string) {
  const index = JSON.parse(await readFile(join(folder, "index.json"), "utf8"));
  const manifest = JSON.parse((await readBlob(folder, index.manifests[0])).toString());
  const config = JSON.parse((await readBlob(folder, manifest.config)).toString());
  const layers: Buffer[] = [];
  for (const layer of manifest.layers) layers.push(await readBlob(folder, layer));
  return { index, manifest, config, layers };
}

describe.skipIf(!isLinux)("the image archive", () => {
  it.each([false, true])("is consistent from index to layer (gzip: %s)", async (gzip) => {
    const folder = await unpack(await build(`consistent-${gzip}.tar`, gzip));
    const { index, manifest, config, layers } = await readImage(folder);
    expect(JSON.parse(await readFile(join(folder, "oci-layout"), "utf8"))).toEqual({ imageLayoutVersion: "1.0.0" });
    expect(index.manifests[0].annotations).toEqual({
      "io.containerd.image.name": "dev.local/weir:0.0.1",
      "org.opencontainers.image.ref.name": "0.0.1",
    });
    const diffIds = layers.map((layer) => {
      const tar = gzip ? gunzipSync(layer) : layer;
      return `sha256:${createHash("sha256").update(tar).digest("hex")}`;
    });
    expect(config.rootfs).toEqual({ type: "layers", diff_ids: diffIds });
    expect(config.history).toHaveLength(layers.length);
    const type = `application/vnd.oci.image.layer.v1.tar${gzip ? "+gzip" : ""}`;
    expect(manifest.layers.map((layer: Descriptor) => layer.mediaType)).toEqual([type, type]);
  });

  it("starts Node as user 65532 with a bundle as its argument", async () => {
    const { config } = await readImage(await unpack(await build("config.tar")));
    expect(config).toMatchObject({ os: "linux", architecture: "amd64", created: "1970-01-01T00:00:00.000Z" });
    expect(config.config).toMatchObject({
      User: "65532:65532",
      Entrypoint: ["/nodejs/bin/node"],
      Cmd: ["reconcile.cjs"],
      WorkingDir: "/app",
    });
  });

  it("is loaded by docker under the same name and with the same parts", async () => {
    const folder = await unpack(await build("docker.tar"));
    const { manifest } = await readImage(folder);
    const blob = ({ digest }: Descriptor): string => `blobs/sha256/${digest.replace("sha256:", "")}`;
    expect(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"))).toEqual([
      { Config: blob(manifest.config), RepoTags: [facts.name], Layers: manifest.layers.map(blob) },
    ]);
  });

  it("holds what runs and nothing else, owned by root and without a date", async () => {
    const folder = await unpack(await build("contents.tar"));
    const { manifest } = await readImage(folder);
    const list = async (index: number): Promise<string[]> => {
      const path = join(folder, "blobs/sha256", manifest.layers[index].digest.replace("sha256:", ""));
      const { out } = await run("tar", ["tvf", path, "--numeric-owner"], { env: { TZ: "UTC" } });
      return out.trimEnd().split("\n");
    };
    const [runtime, app] = [await list(0), await list(1)];
    for (const line of [...runtime, ...app]) expect(line).toMatch(/^\S+ 0\/0 +\d+ 1970-01-01 00:00 /);
    const names = (lines: string[]): string[] => lines.map((line) => line.split(" ").at(-1) ?? "");
    expect(
      names(app)
        .map((name) => name.replace(/[0-9a-f]{16}/, "HASH"))
        .sort(),
    ).toEqual(["app/", "app/tiny.HASH.cache", "app/tiny.body.cjs", "app/tiny.cjs"]);
    expect(names(runtime)).toEqual([...names(runtime)].sort());
    expect(names(runtime)).toEqual(
      expect.arrayContaining(["etc/passwd", "etc/ssl/certs/ca-certificates.crt", "nodejs/bin/node", "tmp/"]),
    );
    expect(runtime.find((line) => line.endsWith(" tmp/"))).toMatch(/^drwxrwxrwt/);
    expect(runtime.find((line) => line.endsWith(" nodejs/bin/node"))).toMatch(/^-rwxr-xr-x/);
    expect(names(runtime).filter((name) => /libc\.so|ld-linux/.test(name)).length).toBeGreaterThanOrEqual(2);
  });

  it("is the same, byte for byte, when built again", async () => {
    const [one, two] = [await readFile(await build("one.tar", true)), await readFile(await build("two.tar", true))];
    expect(one.equals(two)).toBe(true);
  });

  it("leaves nothing beside the archive, and no archive when there are no bundles", async () => {
    const empty = join(scratch, "empty");
    await mkdir(empty);
    const out = join(scratch, "never.tar");
    await expect(buildImage({ dist: empty, out, node: small, gzip: false, facts })).rejects.toThrow("npm run build");
    const left = await readdir(scratch);
    expect(left.filter((name) => name.startsWith(".weir-image") || name === "never.tar")).toEqual([]);
  });

  it.skipIf(!isRoot)("really runs: the function answers out of nothing but the layers, as another user", async () => {
    const folder = await unpack(await build("real.tar", false, process.execPath));
    const { manifest } = await readImage(folder);
    const rootfs = join(scratch, "rootfs");
    await mkdir(rootfs, { mode: 0o755 });
    for (const { digest } of manifest.layers) {
      await run("tar", ["xf", join(folder, "blobs/sha256", digest.replace("sha256:", "")), "-C", rootfs]);
    }
    const inside = ["--userspec=12345:0", rootfs, "/nodejs/bin/node", "/app/tiny.cjs"];
    const ended = await run("/usr/sbin/chroot", inside, { env: { ONCE: "1" } });
    expect(ended).toEqual({ code: 0, out: "accepted hello you\n", err: "" });
  });
});

describe("readLibraries", () => {
  it("finds what ldd names, the loader among it, and not the kernel's own", () => {
    const output = [
      "\tlinux-vdso.so.1 (0x00007fff)",
      "\tlibdl.so.2 => /lib/x86_64-linux-gnu/libdl.so.2 (0x00007f01)",
      "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f02)",
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f03)",
    ].join("\n");
    expect(readLibraries(output)).toEqual([
      "/lib/x86_64-linux-gnu/libc.so.6",
      "/lib/x86_64-linux-gnu/libdl.so.2",
      "/lib64/ld-linux-x86-64.so.2",
    ]);
  });
});
