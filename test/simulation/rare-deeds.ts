import { vvpDeployment } from "../builders/vvp-deployment.ts";
import type { MemoryCluster } from "../world/memory-cluster.ts";
import { home } from "../world/world.ts";

/** What rare deeds act on. */
interface Stage {
  readonly cluster: MemoryCluster;
  readonly admin: {
    readonly configure: (settings: { readonly namespaces: string[] }) => void;
    readonly revokeToken: (secret: string) => boolean;
  };
}

/** What the platform's model calls a violation in any PATCH: `applyInit` gives it, for the creation alone (S9). */
export const creationOnlyPath = "metadata.labels.first";

/** Deeds of which most runs have none: other resources, another life of the same one, access that comes and goes. */
export const rareDeeds = {
  applyInit: (stage) => {
    const initFields = { metadata: { labels: { first: "yes" } } };
    if (stage.cluster.find("my-deployment") === undefined)
      stage.cluster.create(vvpDeployment("PATCH", { spec: { initFields } }));
  },
  applyOther: (stage) => createOnce(stage, "my-other", "my-other"),
  runOther: ({ cluster }) => {
    if (cluster.find("my-other") !== undefined)
      cluster.edit("my-other", { spec: { deployment: { spec: { state: "RUNNING" } } } });
  },
  applyRival: (stage) => createOnce(stage, "my-rival", "my-deployment", { "weir.dev/adoption-policy": "Adopt" }),
  restore: ({ cluster }) => restoreIn(cluster),
  loseToken: ({ cluster, admin }) => void admin.revokeToken(tokenIn(cluster)),
  hideNamespace: ({ admin }) => admin.configure({ namespaces: [] }),
  showNamespace: ({ admin }) => admin.configure({ namespaces: ["default"] }),
} as const satisfies { readonly [name: string]: (stage: Stage) => void };

/** The token in the Secret of the resources. */
export function tokenIn({ secrets }: Pick<MemoryCluster, "secrets">): string {
  return secrets.get(`${home.namespace}/${home.secret}`)?.token ?? "";
}

/** A second resource that means the deployment of that name. */
function createOnce({ cluster }: Stage, name: string, deployment: string, annotations = {}): void {
  if (cluster.find(name) !== undefined) return;
  cluster.create(
    vvpDeployment("PATCH", {
      metadata: { name, annotations },
      spec: { deployment: { metadata: { name: deployment } } },
    }),
  );
}

/** Applies what a backup holds of the resource: its annotations with the record of its former life, no status. */
function restoreIn(cluster: MemoryCluster): void {
  const last = cluster.changes.findLast(({ object }) => object.metadata.name === "my-deployment");
  if (last === undefined || cluster.find("my-deployment") !== undefined) return;
  const { status: _status, metadata, ...rest } = last.object;
  const { name, namespace, labels, annotations } = metadata;
  const kept = { ...(labels && { labels }), ...(annotations && { annotations }) };
  cluster.create({ ...rest, metadata: { name, ...(namespace && { namespace }), ...kept } });
}
