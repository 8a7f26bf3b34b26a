import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { keyOf, projectRoot, readKustomization, render } from "./kustomization.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const overlay = join(projectRoot, "knative/overlays/direct");
const manifests = render(overlay);
const specOf = (key: string) => manifests.find((one) => keyOf(one) === key)?.spec;
const values = parse(read("knative/chart/values.yaml")) as Record<string, unknown>;
const schema = JSON.parse(read("knative/chart/values.schema.json")) as Schema;

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Dotted paths of all that a schema names, but for what is free in itself. */
function pathsOf({ properties = {} }: Schema, above = ""): string[] {
  return Object.entries(properties).flatMap(([key, one]) => {
    const deeper = pathsOf(one, `${above}${key}.`);
    return deeper.length > 0 && !above.startsWith("settings") ? deeper : [`${above}${key}`];
  });
}

describe("the chart's values", () => {
  it("are those of the manifests where they repeat them", () => {
    const [image] = readKustomization(overlay).images ?? [];
    const settings = manifests.find((one) => keyOf(one) === "ConfigMap weir-system/weir-settings");
    expect(values).toMatchObject({
      appManager: { url: (settings as unknown as Settings).data.WEIR_APPMANAGER_URL },
      image: { repository: image?.newName },
      front: { replicas: (specOf("Deployment weir-system/weir-front") as { replicas: number }).replicas },
      tick: { schedule: (specOf("PingSource weir-system/weir-tick") as { schedule: string }).schedule },
    });
  });

  it("tell the sizes that hold where none are given", () => {
    const text = read("knative/chart/values.yaml");
    const sizes = manifests.flatMap(
      ({ spec }) => JSON.stringify(spec ?? {}).match(/"resources":\{"requests.*?\}\}/g) ?? [],
    );
    const shipped = sizes.flatMap((one) =>
      Object.values((JSON.parse(`{${one}}`) as Sized).resources).flatMap(Object.values),
    );
    const told = /# Empty is as shipped: (.*)/.exec(text)?.[1] ?? "";
    expect([...new Set(shipped)].filter((quantity) => !told.includes(quantity))).toEqual([]);
  });

  it("are all in the schema, and the schema has no other", () => {
    const top = Object.keys(schema.properties ?? {});
    const optional = ["instanceId", "global"];
    expect(Object.keys(values).sort()).toEqual(top.filter((key) => !optional.includes(key)).sort());
  });

  it("are told in the chart's page, every one", () => {
    const page = read("knative/chart/README.md");
    const rows = [...page.matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, name]) => name ?? "");
    const known = pathsOf(schema).map((path) =>
      path.replace(/^(settings)\..*/, "$1").replace(/^(\w+\.resources)\..*/, "$1"),
    );
    expect([...new Set(rows)].sort()).toEqual([...new Set(known)].filter((path) => path !== "global").sort());
  });
});

interface Settings {
  readonly data: { readonly WEIR_APPMANAGER_URL: string };
}

interface Sized {
  readonly resources: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

it("the chart has the version of this project", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(parse(read("knative/chart/Chart.yaml"))).toMatchObject({ version, appVersion: version });
});
