import { at } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";

/** Reads of one quiet tick. */
export interface TickReads {
  /** Pages of resources, read from the API server. */
  readonly pages: number;
  /** Lists of deployments, read from AppManager. */
  readonly deployments: number;
  /** Lists of events, read from AppManager. */
  readonly events: number;
  /** Cursors of mirrored events, read from the API server. */
  readonly cursors: number;
}

/**
 * What a tick over quiet resources has to read, in the order in which they are listed: each page the deployments of those
 * platform namespaces and tokens that are on it, and the whole sweep the events of each once.
 */
export function readsOfTick(listed: readonly KubeObject[], pageSize: number): TickReads {
  const pages = Array.from({ length: Math.ceil(listed.length / pageSize) }, (_, page) =>
    listed.slice(page * pageSize, (page + 1) * pageSize),
  );
  return {
    pages: pages.length,
    deployments: pages.reduce((sum, page) => sum + count(page, readerOf), 0),
    events: count(listed, readerOf),
    cursors: count(listed, spaceOf),
  };
}

function count(objects: readonly KubeObject[], of: (object: KubeObject) => string): number {
  return new Set(objects.map(of)).size;
}

function spaceOf({ spec }: KubeObject): string {
  return String(at(spec, "deployment", "metadata", "namespace"));
}

function readerOf(object: KubeObject): string {
  return JSON.stringify([object.metadata.namespace, object.metadata.annotations?.apikeySecretName, spaceOf(object)]);
}
