import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makeOutputs } from "../../crds/outputs.ts";
import { kinds } from "../../shared/kinds/index.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
}

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string; readonly singular: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly storage: boolean;
      readonly schema: { readonly openAPIV3Schema: Schema };
      readonly additionalPrinterColumns: readonly { readonly name: string; readonly jsonPath: string }[];
    }[];
  };
}

const definitions = makeOutputs(kinds)
  .filter(({ path }) => /^crds\/[^/]+_[^/]+\.yaml$/.test(path))
  .map(({ content }) => parse(content) as Definition)
  .filter(({ spec }) => spec.group === "ververica.platform");
const [definition] = definitions;
const [version] = definition?.spec.versions ?? [];
const schema = version?.schema.openAPIV3Schema.properties ?? {};

/** Every field below a node, as a dotted path. */
function fieldsOf(node: Schema | undefined, path = ""): string[] {
  const inner = node?.items ?? node?.additionalProperties;
  const below = Object.entries(node?.properties ?? {}).flatMap(([name, child]) => [
    `${path}${name}`,
    ...fieldsOf(child, `${path}${name}.`),
  ]);
  return inner === undefined ? below : [...below, ...fieldsOf(inner, `${path}[].`)];
}

describe("the definition of VvpDeployment", () => {
  it("is the only one of its group (R2)", () => {
    expect(definitions).toHaveLength(1);
  });

  it("names a namespaced kind in one version, which is served and stored (R1)", () => {
    const { kind, plural, singular } = definition?.spec.names ?? {};
    expect([definition?.spec.scope, kind, plural, singular]).toEqual([
      "Namespaced",
      "VvpDeployment",
      "vvpdeployments",
      "vvpdeployment",
    ]);
    const versions = definition?.spec.versions.map(({ name, served, storage }) => ({ name, served, storage }));
    expect(versions).toEqual([{ name: "v1", served: true, storage: true }]);
  });

  it("has the documents' fields in its spec, of which two are required (R4)", () => {
    const documented = ["deployment", "initFields", "restartNonce", "savepointNonce", "syncingMode"];
    expect(Object.keys(schema.spec?.properties ?? {})).toEqual(expect.arrayContaining(documented));
    expect([...(schema.spec?.required ?? [])].sort()).toEqual(["deployment", "syncingMode"]);
  });

  it("has the same fields in initFields as in deployment (R33)", () => {
    const { initFields, deployment } = schema.spec?.properties ?? {};
    expect(fieldsOf(initFields).length).toBeGreaterThan(10);
    expect(fieldsOf(initFields)).toEqual(fieldsOf(deployment));
  });

  it("gives each condition the five fields that are usual in Kubernetes (R77)", () => {
    const condition = schema.status?.properties?.conditions?.items;
    const usual = ["lastTransitionTime", "message", "reason", "status", "type"];
    expect([...(condition?.required ?? [])].sort()).toEqual(usual);
  });

  it("shows in each column the field of its name (R132)", () => {
    const condition = (type: string) => `.status.conditions[?(@.type=="${type}")].status`;
    const paths = Object.fromEntries(
      (version?.additionalPrinterColumns ?? []).map(({ name, jsonPath }) => [name.toUpperCase(), jsonPath]),
    );
    expect(paths).toEqual({
      ACTUAL: ".status.actualState",
      "INSTANCE-ID": ".status.instanceId",
      DESIRED: ".status.observedSpecState",
      SYNC: ".status.syncEnabled",
      "VVP-NAMESPACE": ".status.vvpNamespace",
      HEALTHY: condition("Healthy"),
      AGE: ".metadata.creationTimestamp",
      CONSISTENT: condition("Consistent"),
      SPECALIGNED: condition("SpecAligned"),
      PARALLELISMALIGNED: condition("ParallelismAligned"),
      DELETIONBLOCKED: condition("DeletionBlocked"),
    });
  });
});

describe("the conditions of VvpDeployment", () => {
  it("are the documents' six, and those that say of themselves that they are Weir's own (R80)", () => {
    const [kind] = kinds;
    const isOwn = ({ reasons }: { reasons: object }) =>
      Object.values(reasons as Record<string, { documented?: boolean }>).every(
        ({ documented }) => documented === false,
      );
    const documented = kind?.conditions.filter((row) => !isOwn(row)).map(({ type }) => type) ?? [];
    const six = ["Healthy", "Consistent", "SpecAligned", "NonceAligned", "ParallelismAligned", "DeletionBlocked"];
    expect([kind?.aggregate.type, ...documented]).toEqual(six);
  });
});
