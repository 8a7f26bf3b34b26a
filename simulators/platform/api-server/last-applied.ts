import { isObject, type Json, type JsonObject, sameJson } from "./json.ts";
import { type KubeObject, withMeta } from "./object.ts";
import type { WriteContext } from "./write-context.ts";

/** Where client-side `kubectl apply` keeps what it applied. */
const annotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The real server knows server-side `kubectl apply` by this manager and hands users over from the client's side to its own. */
const isKubectl = ({ options }: WriteContext) => options.fieldManager === "kubectl";

/** The object after an apply: what client-side apply left behind follows what kubectl applies on the server. */
export function withLastApplied(object: KubeObject, config: KubeObject, context: WriteContext): KubeObject {
  const { annotations = {} } = object.metadata;
  if (!isKubectl(context) || !annotations[annotation]) return object;
  const { [annotation]: own, ...others } = config.metadata.annotations ?? {};
  const applied = own === undefined ? config : withMeta(config, { annotations: others });
  return withMeta(object, { annotations: { ...annotations, [annotation]: `${goText(applied)}\n` } });
}

/** True if kubectl may take these fields over without force: it applied them from the client's side, and they are still so. */
export function appliedBefore(live: KubeObject, paths: readonly (readonly string[])[], context: WriteContext): boolean {
  if (!isKubectl(context)) return false;
  const applied = parsed(live.metadata.annotations?.[annotation] ?? "");
  return applied !== undefined && paths.every((path) => sameJson(valueAt(applied, path), valueAt(live, path)));
}

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** JSON as Go's encoder writes it: members in the order of their names, `<`, `>` and `&` escaped. */
function goText(value: JsonObject): string {
  const text = JSON.stringify(value, (_key, member: Json) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
  return text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
