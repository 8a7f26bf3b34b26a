import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { at, type JsonObject } from "../../../../shared/core/json.ts";
import { goldens, pathOf } from "../../../golden/flink/cases.ts";
import { type ApiAnswer, callApi } from "../control-plane/access.ts";
import { makeNamespace, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";

const namespace = "flink-clusters";
const collections: Readonly<Record<string, string>> = {
  ConfigMap: `/api/v1/namespaces/${namespace}/configmaps`,
  Service: `/api/v1/namespaces/${namespace}/services`,
  Deployment: `/apis/apps/v1/namespaces/${namespace}/deployments`,
  Ingress: `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`,
};

/** The objects on record, in this namespace, owned by something that is there. */
function objectsOf(golden: (typeof goldens)[number], owner: JsonObject): JsonObject[] {
  return parseAllDocuments(readFileSync(pathOf(golden), "utf8")).map((document) => {
    const object = document.toJS() as JsonObject & { metadata: JsonObject };
    return { ...object, metadata: { ...object.metadata, namespace, ownerReferences: [owner] } };
  });
}

function pathTo(object: JsonObject): string {
  return `${collections[String(object.kind)]}/${at(object, "metadata", "name")}`;
}

/** Server-side apply as Weir does it; an unknown field is an error. */
function apply(object: JsonObject): Promise<ApiAnswer> {
  const query = "fieldManager=weir&force=true&fieldValidation=Strict";
  return callApi(controlPlane(), "PATCH", `${pathTo(object)}?${query}`, {
    body: object,
    type: "application/apply-patch+yaml",
  });
}

async function makeOwner(name: string): Promise<JsonObject> {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
  const answer = await callApi(controlPlane(), "POST", `/api/v1/namespaces/${namespace}/configmaps`, { body });
  const uid = at(answer.body, "metadata", "uid") ?? "";
  return { apiVersion: "v1", kind: "ConfigMap", name, uid, controller: false, blockOwnerDeletion: true };
}

describeReal("the objects of Flink clusters", () => {
  beforeAll(() => makeNamespace(controlPlane(), namespace));
  afterAll(() => wipe(controlPlane(), [namespace]));

  it.each([...goldens])("$name: the API server takes them, and the second time changes nothing", async (golden) => {
    const objects = objectsOf(golden, await makeOwner(`owner-${golden.name}`));
    const states = [];
    for (const _ of ["first", "second"]) {
      const answers = [];
      for (const object of objects) answers.push(await apply(object));
      expect(answers.filter(({ status }) => status > 201).map(({ body }) => at(body, "message"))).toEqual([]);
      expect(answers.flatMap(({ headers }) => headers.warning ?? [])).toEqual([]);
      states.push(answers.map(({ body }) => [at(body, "metadata", "generation"), at(body, "spec"), at(body, "data")]));
    }
    expect(states[1]).toEqual(states[0]);
    for (const object of objects) await callApi(controlPlane(), "DELETE", pathTo(object));
  });
});

describeReal("a Deployment that another operator made", () => {
  const place = "flink-taken-over";
  beforeAll(() => makeNamespace(controlPlane(), place));
  afterAll(() => wipe(controlPlane(), [place]));

  it("cannot be applied over while it has a rolling update, and is to be deleted first", async () => {
    const golden = goldens.find(({ name }) => name === "guide-application");
    if (golden === undefined) throw new Error("no such case");
    const [made] = objectsOf(golden, {}).filter(({ kind }) => kind === "Deployment");
    const { metadata, spec } = made as { metadata: JsonObject; spec: JsonObject };
    const path = `/apis/apps/v1/namespaces/${place}/deployments`;
    const object = { ...made, metadata: { name: metadata.name ?? "", labels: metadata.labels ?? {} } };
    const { strategy: _, ...rolling } = spec;
    expect(await callApi(controlPlane(), "POST", path, { body: { ...object, spec: rolling } })).toMatchObject({
      status: 201,
    });
    const type = "application/apply-patch+yaml";
    const query = "fieldManager=weir&force=true&fieldValidation=Strict";
    const answer = await callApi(controlPlane(), "PATCH", `${path}/${metadata.name}?${query}`, { body: object, type });
    expect(answer).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("spec.strategy.rollingUpdate") },
    });
  });
});

describeReal("restricted pod security", () => {
  const restricted = "flink-restricted";
  beforeAll(async () => {
    await makeNamespace(controlPlane(), restricted);
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    const type = "application/merge-patch+json";
    await callApi(controlPlane(), "PATCH", `/api/v1/namespaces/${restricted}`, {
      type,
      body: { metadata: { labels } },
    });
  });
  afterAll(() => wipe(controlPlane(), [restricted]));

  const podsOf = (name: string) =>
    parseAllDocuments(readFileSync(pathOf({ name, why: "", manifests: [] }), "utf8"))
      .map((document) => document.toJS() as JsonObject)
      .filter(({ kind }) => kind === "Deployment")
      .map((deployment) => at(deployment, "spec", "template") as JsonObject);

  async function create(pod: JsonObject): Promise<ApiAnswer> {
    const spec = { ...(pod.spec as JsonObject), serviceAccountName: "default" };
    const body = { apiVersion: "v1", kind: "Pod", metadata: { generateName: "flink-" }, spec };
    return callApi(controlPlane(), "POST", `/api/v1/namespaces/${restricted}/pods?dryRun=All`, { body });
  }

  it("admits the pods of both roles with the guide's template", async () => {
    const pods = podsOf("guide-restricted");
    expect(pods).toHaveLength(2);
    for (const pod of pods) expect(await create(pod)).toMatchObject({ status: 201 });
  });

  it("would not without it", async () => {
    for (const pod of podsOf("standalone-1.15")) expect(await create(pod)).toMatchObject({ status: 403 });
  });
});
