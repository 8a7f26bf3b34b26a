import { matchTemplate, parseTemplate, type Template } from "./path-template.ts";
import { ROUTES, type Route } from "./routes.ts";

/** An endpoint that a path leads to; `keys` are the values of its placeholders, the namespace apart. */
export type Found = {
  readonly route: Route;
  readonly method: string;
  readonly namespace: string | undefined;
  readonly key: string;
};

type Entry = { readonly route: Route; readonly method: string; readonly template: Template; readonly placed: boolean };

const TABLE: readonly Entry[] = ROUTES.map((route) => {
  const [method = "", path = ""] = route.call.split(" ");
  return { route, method, template: parseTemplate(path), placed: path.includes("{namespace}") };
});

/** Every endpoint of a path, whatever its method. */
export function findRoutes(segments: readonly string[]): readonly Found[] {
  return TABLE.flatMap(({ route, method, template, placed }) => {
    const values = matchTemplate(template, segments);
    if (values === undefined) return [];
    const [namespace, key = ""] = placed ? values : [undefined, values[0]];
    return [{ route, method, namespace, key }];
  });
}
