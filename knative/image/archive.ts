import { createHash } from "node:crypto";
import { IMAGE_PATHS, IMAGE_USER } from "./contents.ts";
import type { Layer } from "./layer.ts";
import type { Entry } from "./tar.ts";

/** What the image is called (`repository:tag`), and facts of the build that its configuration states. */
export type ImageFacts = { name: string; version: string; architecture: "amd64" | "arm64"; created: string };

type Descriptor = { mediaType: string; digest: string; size: number };

const configType = "application/vnd.oci.image.config.v1+json";
const manifestType = "application/vnd.oci.image.manifest.v1+json";
const indexType = "application/vnd.oci.image.index.v1+json";

/** The image's configuration: a function's bundle is its only argument, `reconcile.cjs` when there is none. */
export function makeConfig(facts: ImageFacts, layers: readonly Layer[]): object {
  return {
    created: facts.created,
    architecture: facts.architecture,
    os: "linux",
    config: {
      User: `${IMAGE_USER}:${IMAGE_USER}`,
      ExposedPorts: { "8080/tcp": {} },
      Env: ["PATH=/nodejs/bin", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"],
      Entrypoint: [IMAGE_PATHS.node],
      Cmd: ["reconcile.cjs"],
      WorkingDir: IMAGE_PATHS.app,
      Labels: {
        "org.opencontainers.image.title": "weir",
        "org.opencontainers.image.version": facts.version,
        "org.opencontainers.image.licenses": "Apache-2.0",
      },
    },
    rootfs: { type: "layers", diff_ids: layers.map((layer) => layer.diffId) },
    history: layers.map(() => ({ created: facts.created, created_by: "knative/image/build.ts" })),
  };
}

function describe(mediaType: string, bytes: Buffer): Descriptor {
  return { mediaType, digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`, size: bytes.length };
}

const blobPath = (digest: string): string => `blobs/sha256/${digest.replace("sha256:", "")}`;
const toJson = (value: object): Buffer => Buffer.from(JSON.stringify(value));

/**
 * The files of an OCI image layout, with the `manifest.json` of `docker save` beside it, so that docker, podman,
 * containerd and skopeo all load the one archive. The configuration is Weir's own unless another one is given.
 */
export function listArchive(
  facts: ImageFacts,
  layers: readonly Layer[],
  configuration: object = makeConfig(facts, layers),
): Entry[] {
  const config = toJson(configuration);
  const configDescriptor = describe(configType, config);
  const manifest = toJson({
    schemaVersion: 2,
    mediaType: manifestType,
    config: configDescriptor,
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
  });
  const manifestDescriptor = describe(manifestType, manifest);
  const annotations = {
    "io.containerd.image.name": facts.name,
    "org.opencontainers.image.ref.name": facts.name.slice(facts.name.lastIndexOf(":") + 1),
  };
  const index = toJson({
    schemaVersion: 2,
    mediaType: indexType,
    manifests: [{ ...manifestDescriptor, annotations }],
  });
  const docker = toJson([
    {
      Config: blobPath(configDescriptor.digest),
      RepoTags: [facts.name],
      Layers: layers.map((layer) => blobPath(layer.digest)),
    },
  ]);
  const text = (path: string, bytes: Buffer): Entry => ({ path, mode: 0o644, bytes });
  return [
    text("oci-layout", toJson({ imageLayoutVersion: "1.0.0" })),
    text("index.json", index),
    text("manifest.json", docker),
    text(blobPath(manifestDescriptor.digest), manifest),
    text(blobPath(configDescriptor.digest), config),
    ...layers.map((layer) => ({ path: blobPath(layer.digest), mode: 0o644, file: layer.file })),
  ];
}
