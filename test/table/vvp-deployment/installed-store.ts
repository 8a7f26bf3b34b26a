import { parseAllDocuments } from "yaml";
import { makeOutputs } from "../../../crds/outputs.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { runControllers } from "../../../simulators/platform/api-server/controllers.ts";
import type { Json } from "../../../simulators/platform/api-server/json.ts";
import type { Resource } from "../../../simulators/platform/api-server/resource.ts";
import { seedStore } from "../../../simulators/platform/api-server/seed.ts";
import { Store, type StoreOptions } from "../../../simulators/platform/api-server/store.ts";

/** The store of an API server with the generated CRD and policies, and the examples' namespace. */
export function installedStore(options: StoreOptions): Store {
  const store = new Store(options);
  runControllers(store);
  const namespaces = ["weir-system", "my-deploy-namespace"].map((name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name },
  }));
  const files = makeOutputs(kinds).filter(({ path }) => /^crds\/.*\.yaml$/.test(path) && !path.includes("kustomiz"));
  const manifests = files.flatMap(({ content }) => parseAllDocuments(content).map((document) => document.toJS()));
  seedStore(store, [...namespaces, ...manifests] as Json[]);
  return store;
}

/** The resource of a VvpDeployment in such a store. */
export function vvpDeploymentsOf(store: Store): Resource {
  const resource = store.resources.find("ververica.platform", "v1", "vvpdeployments");
  if (resource === undefined) throw new Error("the CRD is not served");
  return resource;
}
