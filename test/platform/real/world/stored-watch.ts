import { setTimeout as sleep } from "node:timers/promises";
import type { StoredChange } from "../../../../cli/demo/platform.ts";
import { makeApiReader, readLines, readText } from "../../../../simulators/platform/api-server-source/api-reader.ts";
import type { ControlPlaneAddress } from "../control-plane/access.ts";

/** A watch that can be ended. */
export interface StoredWatch {
  close(): Promise<void>;
}

interface Line {
  readonly type: StoredChange["type"] | "BOOKMARK" | "ERROR";
  readonly object: StoredChange["object"];
}

/**
 * Tells of every change below a collection's path from now on, as administrator; resolves when it sees them.
 *
 * Guarantees: in order and without gaps, also over a watch that the server ends. Caveats: rejects nothing later on; a
 * server that is gone for long is asked again and again.
 */
export async function watchStored(
  { url, ca, tokens }: ControlPlaneAddress,
  path: string,
  listener: (change: StoredChange) => void,
): Promise<StoredWatch> {
  const reader = makeApiReader({ url, ca, token: tokens.admin });
  const { signal, abort } = abortable();
  const list = JSON.parse(await readText(await reader.open(path, { limit: "1" }, signal))) as {
    metadata: { resourceVersion: string };
  };
  let version = list.metadata.resourceVersion;
  const follow = async (): Promise<void> => {
    const query = { watch: "true", allowWatchBookmarks: "true", resourceVersion: version };
    for await (const line of readLines(await reader.open(path, query, signal))) {
      const { type, object } = JSON.parse(line) as Line;
      if (type === "ERROR") throw new Error(`the watch of ${path} lost its place: ${line}`);
      version = object.metadata.resourceVersion ?? version;
      if (type !== "BOOKMARK") listener({ type, object });
    }
  };
  const ended = (async () => {
    while (!signal.aborted) {
      await follow().catch(() => undefined);
      await sleep(50, undefined, { signal }).catch(() => undefined);
    }
  })();
  const close = async () => {
    abort();
    reader.close();
    await ended;
  };
  return { close };
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
