import { at } from "../../core/json.ts";
import type { Bookmarks } from "../../ports/bookmarks.ts";
import type { Api } from "./api.ts";
import { objectPath, resourcePath } from "./paths.ts";
import { bodyOf, isNotFound, toOperatorError, versionOf } from "./translate-error.ts";

const configMaps = { group: "", version: "v1", plural: "configmaps" };

/** Member of the ConfigMap's data that holds the text. */
const member = "text";

const labels = { "app.kubernetes.io/part-of": "weir", "app.kubernetes.io/component": "bookmark" };

/** The port over one ConfigMap for each name; one that is there without a text counts as an empty text. */
export function makeBookmarks(api: Api, namespace: () => Promise<string>): Bookmarks {
  const keyOf = async (name: string) => ({ kind: "ConfigMap", namespace: await namespace(), name });
  return {
    get: async (name) => {
      const key = await keyOf(name);
      const what = `get configmaps ${key.namespace}/${name}`;
      const answer = await api.read(objectPath(configMaps, key), what);
      if (isNotFound(answer)) return undefined;
      if (answer.status >= 300) throw toOperatorError(answer, what, false);
      const body = bodyOf(answer, what, false);
      const text = at(body, "data", member);
      return { text: typeof text === "string" ? text : "", version: versionOf(body, what, false) };
    },
    put: async (name, text, version) => {
      const key = await keyOf(name);
      const data = { [member]: text };
      if (version === undefined) {
        const body = {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name, namespace: key.namespace, labels },
          data,
        };
        const path = `${resourcePath(configMaps, key.namespace)}?fieldManager=weir`;
        const what = `create configmaps ${key.namespace}/${name}`;
        const answer = await api.write({ method: "POST", path, body: JSON.stringify(body) }, what);
        return versionOf(bodyOf(answer, what, true), what, true);
      }
      const body = JSON.stringify({ metadata: { resourceVersion: version }, data });
      const path = `${objectPath(configMaps, key)}?fieldManager=weir`;
      const what = `patch configmaps ${key.namespace}/${name}`;
      const contentType = "application/merge-patch+json";
      const answer = await api.write({ method: "PATCH", path, body, contentType }, what);
      return versionOf(bodyOf(answer, what, true), what, true);
    },
  };
}
