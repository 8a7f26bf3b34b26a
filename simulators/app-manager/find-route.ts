import { oncePerText } from "../../shared/core/once-per.ts";
import { findPath, makePathTree, readSegments } from "../shell/path-tree.ts";
import { ROUTES, type Route } from "./routes.ts";

/** An endpoint with its method and whether its path names a namespace. */
type Entry = { readonly route: Route; readonly method: string; readonly isPlaced: boolean };

/** The endpoints of a path; `namespace` is undefined where the path names none, `key` empty where it names no item. */
export type Place = {
  readonly entries: readonly Entry[];
  readonly namespace: string | undefined;
  readonly key: string;
};

const TREE = makePathTree(
  ROUTES.map((route) => {
    const [method = "", path = ""] = route.call.split(" ");
    return { path, item: { route, method, isPlaced: path.includes("{namespace}") } };
  }),
);

/** The endpoints of a raw path, whatever the method, or undefined; one with a broken escape is invalid. */
export const findPlace = oncePerText((pathname): Place | "invalid" | undefined => {
  const segments = readSegments(pathname);
  if (segments === undefined) return "invalid";
  const found = findPath(TREE, segments);
  if (found === undefined) return undefined;
  const { items, values } = found;
  const [namespace, key = ""] = items[0]?.isPlaced === true ? values : [undefined, values[0]];
  return { entries: items, namespace, key };
});
