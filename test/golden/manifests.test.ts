import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { judgeOperatorFile } from "../../shared/flink/judge-operator-file.ts";
import { keyOf, projectRoot, readKustomization, render } from "./kustomization.ts";
import * as shapes from "./manifest-shapes.ts";

const overlay = join(projectRoot, "knative/overlays/direct");
const manifests = render(overlay);
const keys = new Set(manifests.map(keyOf));
const servingVersion = "serving.knative.dev/v1";
const sourcesVersion = "sources.knative.dev/v1";
const ksvcs = shapes.shaped(manifests, servingVersion, "Service", shapes.knativeService);
const changes = shapes.shaped(manifests, sourcesVersion, "ApiServerSource", shapes.apiServerSource);
const ticks = shapes.shaped(manifests, sourcesVersion, "PingSource", shapes.pingSource);
const deployments = shapes.shaped(manifests, "apps/v1", "Deployment", shapes.deployment);
const services = shapes.shaped(manifests, "v1", "Service", shapes.service);
const pods = [...ksvcs, ...deployments].map(({ metadata, spec }) => ({ name: metadata.name, ...spec.template.spec }));

const crdShape = z.object({
  spec: z.object({
    group: z.string(),
    scope: z.string(),
    names: z.object({ kind: z.string(), plural: z.string() }),
    versions: z.array(z.object({ name: z.string(), served: z.boolean() })),
  }),
});
const crds = manifests
  .filter(({ kind }) => kind === "CustomResourceDefinition")
  .map((manifest) => crdShape.parse(manifest).spec);

/** The plural that Knative guesses from a kind without asking anyone (knative.md 1.1). */
function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith("s")) return `${singular}es`;
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

describe("the rendered overlay", () => {
  it("names every object once", () => {
    const identities = manifests.map((manifest) => `${manifest.apiVersion} ${keyOf(manifest)}`);
    expect(identities).toEqual([...new Set(identities)]);
  });

  it("puts every namespaced object into a namespace that it makes", () => {
    const namespaces = new Set(manifests.flatMap(({ metadata }) => metadata.namespace ?? []));
    for (const namespace of namespaces) expect(keys).toContain(`Namespace ${namespace}`);
  });

  it("has the four functions, one source, two ticks and one front", () => {
    expect(ksvcs.map(({ metadata }) => metadata.name)).toEqual(["reconcile", "refresh", "autoscale", "admission"]);
    expect([changes.length, ticks.length, deployments.length, services.length]).toEqual([1, 2, 1, 1]);
  });

  it("says in one place which image runs", () => {
    const { images = [] } = readKustomization(overlay);
    expect(images.map(({ name }) => name)).toEqual(["weir"]);
    expect(readKustomization(join(projectRoot, "knative/base")).images).toBeUndefined();
    const expected = `${images[0]?.newName}:${images[0]?.newTag}`;
    expect(pods.map(({ containers }) => containers[0].image)).toEqual(pods.map(() => expected));
  });

  it("names the image by the version of this project, as the archive does", () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
    expect(readKustomization(overlay).images?.[0]).toEqual({
      name: "weir",
      newName: "dev.local/weir",
      newTag: version,
    });
  });
});

describe("what a pod names", () => {
  it.each(pods)("is there: $name", ({ name, serviceAccountName, containers: [container] }) => {
    expect(keys).toContain(`ServiceAccount weir-system/${serviceAccountName}`);
    const script = container.args[0];
    expect(script).toMatch(/^[a-z]+\.cjs$/);
    const source = join(projectRoot, "functions", script.replace(".cjs", ""), "index.ts");
    expect(existsSync(source), `${name} runs ${script}, which has no ${source}`).toBe(true);
  });

  it.each(ksvcs)("is there: settings and own address of $metadata.name", ({ metadata, spec }) => {
    const [container] = spec.template.spec.containers;
    expect(keys).toContain(`ConfigMap weir-system/${container.envFrom[0].configMapRef.name}`);
    const own = container.env.filter(({ name }) => name.startsWith("WEIR_"));
    expect(own).toEqual([
      { name: "WEIR_SELF_URL", value: `http://${metadata.name}.weir-system.svc.cluster.local` },
      { name: "WEIR_FLINK_CONFIGURATION", value: "/etc/weir/flink-operator-conf.yaml" },
    ]);
  });

  it.each(ksvcs)("is there: the configuration of Flink resources that $metadata.name mounts (SP-10)", ({ spec }) => {
    const { volumes, containers } = spec.template.spec;
    const [{ mountPath, name }] = containers[0].volumeMounts;
    expect(volumes[0].name).toBe(name);
    const mounted = manifests.find((one) => keyOf(one) === `ConfigMap weir-system/${volumes[0].configMap.name}`);
    const files = Object.entries((mounted?.data ?? {}) as Record<string, string>);
    const path = containers[0].env.find((one) => one.name === "WEIR_FLINK_CONFIGURATION")?.value;
    expect(files.map(([file]) => `${mountPath}/${file}`)).toEqual([path]);
    for (const [, text] of files)
      expect(judgeOperatorFile(text, "guide")).toMatchObject({ configuration: {}, problems: [] });
  });

  it("is known to Node.js and the C library: what keeps the memory of autoscale small, and that of no other", () => {
    const others = ksvcs.map(({ metadata, spec }) => {
      const names = spec.template.spec.containers[0].env.map(({ name }) => name);
      return [metadata.name, names.filter((name) => !name.startsWith("WEIR_"))];
    });
    expect(others.filter(([, names]) => names?.length)).toEqual([
      ["autoscale", ["NODE_OPTIONS", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"]],
    ]);
  });

  it("is known to the function that reads it: every WEIR_ variable", () => {
    const settings = manifests.find((manifest) => keyOf(manifest) === "ConfigMap weir-system/weir-settings");
    const fromEnv = pods.flatMap(({ containers: [container] }) => container.env.map(({ name }) => name));
    const own = fromEnv.filter((name) => name.startsWith("WEIR_"));
    const used = new Set([...Object.keys(settings?.data as object), ...own]);
    const known = ["shared/runtime/config.ts", "shared/runtime/flink-variables.ts", "functions/front/settings.ts"]
      .map((path) => readFileSync(join(projectRoot, path), "utf8"))
      .flatMap((source) => source.match(/\bWEIR_[A-Z_]+\b/g) ?? []);
    expect([...used].filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("the operator instance", () => {
  it("is one that the policies know", () => {
    const dataOf = (name: string) =>
      manifests.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name)?.data;
    const settings = z.object({ WEIR_INSTANCE_ID: z.string() }).parse(dataOf("weir-settings"));
    const shape = z.object({ spec: z.object({ variables: z.array(z.record(z.string(), z.string())).default([]) }) });
    const lists = manifests
      .filter(({ kind, metadata }) => kind === "ValidatingAdmissionPolicy" && metadata.name !== "weir-record")
      .map((manifest) => shape.parse(manifest).spec.variables)
      .filter((variables) => variables.length > 0);
    expect(lists).toEqual([[{ name: "instanceIds", expression: `['${settings.WEIR_INSTANCE_ID}']` }]]);
  });

  it("has a policy behind every binding", () => {
    const shape = z.object({ spec: z.object({ policyName: z.string() }) });
    const named = manifests
      .filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding")
      .map((manifest) => shape.parse(manifest).spec.policyName);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(keys).toContain(`ValidatingAdmissionPolicy ${name}`);
  });
});

describe("the functions on Knative", () => {
  it.each(ksvcs)(
    "$metadata.name is cluster-local and goes to zero 6 s after the last request",
    ({ metadata, spec }) => {
      expect(metadata.labels["networking.knative.dev/visibility"]).toBe("cluster-local");
      expect(spec.template.metadata.annotations).toMatchObject({
        "autoscaling.knative.dev/window": "6s",
        "autoscaling.knative.dev/min-scale": "0",
        "autoscaling.knative.dev/max-scale": expect.stringMatching(/^[1-9]$/),
      });
    },
  );

  it.each(ksvcs)("$metadata.name may start to answer until its time is over", ({ spec }) => {
    expect(spec.template.spec.responseStartTimeoutSeconds).toBe(spec.template.spec.timeoutSeconds);
  });

  it.each(["reconcile", "refresh"])("%s has room for a follow request of 240 s", (name) => {
    const template = ksvcs.find(({ metadata }) => metadata.name === name)?.spec.template.spec;
    expect(template?.timeoutSeconds).toBeGreaterThan(240);
    expect(template?.containerConcurrency, "a held request must not be the only one").toBeGreaterThan(1);
  });
});

describe("the sources", () => {
  it.each([...changes, ...ticks])("$metadata.name has a sink that is there", ({ spec }) => {
    const { apiVersion, kind, name, namespace } = spec.sink.ref;
    const found = manifests.filter((manifest) => manifest.apiVersion === apiVersion);
    expect(found.map(keyOf)).toContain(`${kind} ${namespace}/${name}`);
  });

  it("call the function that is made for them", () => {
    const sinks = [...changes, ...ticks].map(({ spec }) => spec.sink.ref.name);
    expect(sinks).toEqual(["reconcile", "refresh", "autoscale"]);
  });

  it.each(changes)("$metadata.name watches kinds whose plural is what Knative guesses", ({ spec }) => {
    expect(keys).toContain(`ServiceAccount weir-system/${spec.serviceAccountName}`);
    for (const { apiVersion, kind } of spec.resources) {
      const [group, version] = apiVersion.split("/");
      const crd = crds.find(({ names }) => names.kind === kind);
      expect(crd).toMatchObject({ group, scope: "Namespaced", names: { plural: guessPlural(kind) } });
      expect(crd?.versions).toContainEqual({ name: version, served: true });
    }
  });

  it("keep the schedule in one place, and leave refresh the time to go to zero", () => {
    const files = [...new Set(manifests.map(({ file }) => file))];
    const lines = files.flatMap(
      (file) => readFileSync(join(projectRoot, file), "utf8").match(/^\s*schedule:.*$/gm) ?? [],
    );
    expect(lines).toEqual(['  schedule: "*/2 * * * *"', '  schedule: "* * * * *"']);
  });
});

describe("guessPlural", () => {
  it.each([
    ["VvpDeployment", "vvpdeployments"],
    ["Policy", "policies"],
    ["Class", "classes"],
  ])("%s: %s", (kind, plural) => {
    expect(guessPlural(kind)).toBe(plural);
  });
});
