import { builtInResources } from "./built-in-resources.ts";
import { apiVersionOf, type Names, type Resource, storageKey } from "./resource.ts";

/** The resources that are served: the built-in rows and what CRDs define. */
export class Resources {
  readonly #byPath = new Map<string, Resource>(builtInResources.map((resource) => [pathKey(resource), resource]));

  /** The resource at `/apis/<group>/<version>/<plural>`, or undefined. */
  find(group: string, version: string, plural: string): Resource | undefined {
    return this.#byPath.get(pathKey({ group, version, plural }));
  }

  /** The resource of a kind, or undefined. */
  findKind(apiVersion: string, kind: string): Resource | undefined {
    return this.all().find((resource) => resource.kind === kind && apiVersionOf(resource) === apiVersion);
  }

  /** All resources, the versions of a resource as separate members. */
  all(): Resource[] {
    return [...this.#byPath.values()];
  }

  /** Replaces all versions of one CRD's resource. */
  define(names: Pick<Names, "group" | "plural">, versions: readonly Resource[]): void {
    for (const resource of this.all()) {
      if (resource.custom && storageKey(resource) === storageKey(names)) this.#byPath.delete(pathKey(resource));
    }
    for (const resource of versions) this.#byPath.set(pathKey(resource), resource);
  }
}

function pathKey(names: Pick<Names, "group" | "version" | "plural">): string {
  return `${names.group}/${names.version}/${names.plural}`;
}
