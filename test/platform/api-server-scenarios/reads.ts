import { anything, defined, get, pipe, pipes, post, type Step } from "./scenario.ts";

/** Lists, watches, discovery and paths that nothing serves. */
export const reads: readonly Step[] = [
  ...defined({ type: "object", properties: { spec: anything, status: anything } }),
  ...["c", "a", "b"].map((name) => post(`create ${name}`, pipes, pipe(name, {}, { labels: { letter: name } }))),
  get("list", pipes),
  get("list one", `${pipes}?limit=1`, { as: "page" }),
  get("list the next", (seen) => `${pipes}?limit=1&continue=${(seen.page as unknown as Page).metadata.continue}`),
  get(
    "continue with a version",
    (seen) => `${pipes}?resourceVersion=5&continue=${(seen.page as unknown as Page).metadata.continue}`,
  ),
  get("list by label", `${pipes}?labelSelector=letter%20in%20(a,b)`),
  get("list by name", `${pipes}?fieldSelector=metadata.name=b`),
  get("list by an unknown field", `${pipes}?fieldSelector=spec.x%3D1`),
  get("list by half a field", `${pipes}?fieldSelector=spec`),
  get("list a version that is no number", `${pipes}?resourceVersion=abc`),
  get("list the future", `${pipes}?resourceVersion=999999999`),
  get("list any version", `${pipes}?resourceVersion=0&limit=1`),
  get("get any version", `${pipes}/a?resourceVersion=0`),
  get("watch", `${pipes}?watch=1&timeoutSeconds=1`),
  get("watch by name", `${pipes}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=b`),
  get("watch one object", `${pipes}/a?watch=1&timeoutSeconds=1`),
  get("watch a version that is no number", `${pipes}?watch=1&resourceVersion=abc&timeoutSeconds=1`),
  get("watch with initial events", `${pipes}?watch=1&sendInitialEvents=true&timeoutSeconds=1`),
  get("the resources of a group", "/apis/example.dev/v1"),
  get("a group", "/apis/example.dev"),
  get("a built-in group", "/apis/coordination.k8s.io"),
  get("health", "/healthz"),
  get("readiness", "/readyz", { until: ({ code }) => code === 200 }),
  get("an unknown resource of a CRD's group", "/apis/example.dev/v1/namespaces/@ns/nothing"),
  get("an unknown resource of the core group", "/api/v1/namespaces/@ns/nothing"),
  get("an unknown version of the core group", "/api/v2/nothing"),
  get("an unknown group", "/apis/none.dev/v1/x"),
  get("an unknown path", "/foo"),
  get("an unknown subresource", `${pipes}/a/foo`),
  get("a subresource that is off", `${pipes}/a/scale`),
  get("with an unknown token", pipes, { token: "nobody" }),
];

interface Page {
  readonly metadata: { readonly continue: string };
}
