import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../simulators/platform/api-server/object.ts";
import { openApi } from "../../../simulators/platform/api-server/openapi.ts";
import type { Resource } from "../../../simulators/platform/api-server/resource.ts";
import { Resources } from "../../../simulators/platform/api-server/resources.ts";
import {
  columnsOf,
  humanDuration,
  makeTable,
  valueAt,
  wantsTable,
} from "../../../simulators/platform/api-server/table.ts";

const now = Date.UTC(2030, 0, 1);
const conditions = [
  { type: "Ready", status: "True" },
  { type: "Healthy", status: "False" },
];
const object: KubeObject = {
  apiVersion: "v1",
  kind: "X",
  metadata: { name: "a", creationTimestamp: "2029-12-31T23:55:00Z", annotations: { "a.b/c": "q" } },
  status: { n: 3, on: true, conditions, list: ["x", "y"], map: { k: 1 } },
};

it.each([
  [0, "0s"],
  [119_000, "119s"],
  [120_000, "2m"],
  [200_000, "3m20s"],
  [47 * 60_000, "47m"],
  [(5 * 60 + 3) * 60_000, "5h3m"],
  [30 * 3_600_000, "30h"],
  [50 * 3_600_000, "2d2h"],
  [20 * 86_400_000, "20d"],
  [-5, "0s"],
])("%d ms is %s", (ms, text) => {
  expect(humanDuration(ms)).toBe(text);
});

it.each([
  [".metadata.name", "a"],
  ['.status.conditions[?(@.type=="Healthy")].status', "False"],
  ['.status.conditions[?(@.type=="None")].status', undefined],
  [".status.list[1]", "y"],
  [".metadata.annotations['a.b/c']", "q"],
  [".status.none.deeper", undefined],
])("%s finds %s", (path, value) => {
  expect(valueAt(object, path)).toBe(value);
});

describe("a table", () => {
  const column = (name: string, type: string, jsonPath: string) => ({ name, type, jsonPath });
  const columns = columnsOf({
    additionalPrinterColumns: [
      column("N", "integer", ".status.n"),
      column("On", "boolean", ".status.on"),
      column("Map", "string", ".status.map"),
      column("Wrong", "integer", ".metadata.name"),
      column("None", "string", ".status.none"),
      column("Age", "date", ".metadata.creationTimestamp"),
    ],
  });

  it("has one cell a column", () => {
    const table = makeTable({ columns } as unknown as Resource, [object], { resourceVersion: "7" }, now);
    expect(table).toMatchObject({
      kind: "Table",
      metadata: { resourceVersion: "7" },
      rows: [{ cells: ["a", 3, true, '{"k":1}', null, null, "5m"], object: { kind: "PartialObjectMetadata" } }],
    });
  });

  it("is what kubectl asks for", () => {
    expect(wantsTable("application/json;as=Table;v=v1;g=meta.k8s.io,application/json")).toBe(true);
    expect(wantsTable("application/json, */*")).toBe(false);
    expect(wantsTable(undefined)).toBe(false);
  });
});

it("says in its OpenAPI that field validation is supported", () => {
  const resources = new Resources();
  expect(openApi("/openapi/v3", resources)).toMatchObject({
    paths: { "api/v1": { serverRelativeURL: "/openapi/v3/api/v1" } },
  });
  const document = openApi("/openapi/v3/api/v1", resources) as { paths: Record<string, object> };
  expect(document.paths["/api/v1/namespaces/{namespace}/secrets/{name}"]).toMatchObject({
    patch: {
      "x-kubernetes-group-version-kind": { group: "", version: "v1", kind: "Secret" },
      parameters: expect.arrayContaining([expect.objectContaining({ name: "fieldValidation", in: "query" })]),
    },
  });
  expect(openApi("/openapi/v3/apis/none/v1", resources)).toBeUndefined();
});
