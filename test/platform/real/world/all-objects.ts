import type { KubeObject } from "../../../../shared/core/object.ts";
import type { DirectClient } from "./direct-client.ts";

interface ListedResource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** Every object of every kind that can be listed. */
export async function readAll(client: DirectClient): Promise<KubeObject[]> {
  const { body } = await client.send("GET", "/apis");
  const groups = (body.groups as { preferredVersion: { groupVersion: string } }[]).map(
    ({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`,
  );
  const lists = await Promise.all(["/api/v1", ...groups].map((group) => readGroup(client, group)));
  return lists.flat();
}

async function readGroup(client: DirectClient, path: string): Promise<KubeObject[]> {
  const { body } = await client.send("GET", path);
  const listed = (body.resources as ListedResource[]).filter(({ verbs }) => verbs.includes("list"));
  const lists = await Promise.all(
    listed.map(async ({ name, kind }) => {
      const { body: list } = await client.send("GET", `${path}/${name}`);
      const items = (list.items ?? []) as KubeObject[];
      // A list of built-in objects names the kind once for all.
      return items.map((item) => ({ kind, ...item }));
    }),
  );
  return lists.flat();
}
