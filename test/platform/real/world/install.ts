import { setTimeout as sleep } from "node:timers/promises";
import { Unexpected } from "../../../../cli/demo/expect.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import type { DirectClient } from "./direct-client.ts";
import { pathOf } from "./paths.ts";

/** Applies objects in this order as administrator, whatever is there; throws `Unexpected` for one that is refused. */
export async function applyAll(client: DirectClient, objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects) {
    if (object.kind === "Namespace") await whenNotEnding(client, object);
    const path = `${pathOf(object)}?fieldManager=weir-scenarios&force=true`;
    const { status, body } = await client.send("PATCH", path, { body: object, type: "application/apply-patch+yaml" });
    if (status > 201) throw new Unexpected(`${object.kind} ${object.metadata.name} was refused: ${body.message}`);
  }
}

/** A namespace that is being deleted takes nothing in; a new one can be made when it is gone. */
async function whenNotEnding(client: DirectClient, object: KubeObject): Promise<void> {
  await whenHolds(`the old namespace ${object.metadata.name} is gone`, async () => {
    const { body } = await client.send("GET", pathOf(object));
    return body.status?.phase !== "Terminating";
  });
}

/**
 * Asks until it holds; an API server serves new kinds, policies, rights and webhooks a moment after it took them.
 *
 * Throws `Unexpected` after 30 s.
 */
export async function whenHolds(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Unexpected(`not within 30 s: ${what}`);
    await sleep(20);
  }
}
