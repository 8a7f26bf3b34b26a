import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot, render } from "./kustomization.ts";
import * as shapes from "./manifest-shapes.ts";

/** Flags of `kn` that each command has (its own command reference); `true` for those that take no value. */
const flags: Record<string, Record<string, boolean>> = {
  "service apply": {
    "--namespace": false,
    "--image": false,
    "--arg": false,
    "--cluster-local": true,
    "--service-account": false,
    "--concurrency-limit": false,
    "--timeout": false,
    "--scale": false,
    "--scale-window": false,
    "--scale-init": false,
    "--scale-metric": false,
    "--scale-target": false,
    "--scale-utilization": false,
    "--port": false,
    "--probe-readiness": false,
    "--env": false,
    "--env-from": false,
    "--mount": false,
    "--annotation-revision": false,
    "--label-service": false,
    "--request": false,
    "--limit": false,
    "--security-context": false,
    "--no-wait": true,
    "--wait-timeout": false,
  },
  "service delete": { "--namespace": false },
  "source apiserver create": {
    "--namespace": false,
    "--resource": false,
    "--mode": false,
    "--service-account": false,
    "--sink": false,
    "--ce-override": false,
  },
  "source apiserver delete": { "--namespace": false },
  "source ping create": {
    "--namespace": false,
    "--schedule": false,
    "--data": false,
    "--encoding": false,
    "--sink": false,
    "--ce-override": false,
  },
  "source ping delete": { "--namespace": false },
};

type KnLine = { line: string; command: string; names: string[]; options: Map<string, string[]> };

function splitWords(line: string): string[] {
  return (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
}

function parseKn(line: string): KnLine {
  const command = Object.keys(flags).find((name) => line.startsWith(`kn ${name} `));
  if (command === undefined) throw new Error(`not a command of kn that is used here: ${line}`);
  const words = splitWords(line.slice(`kn ${command} `.length));
  const names: string[] = [];
  const options = new Map<string, string[]>();
  while (words.length > 0) {
    const word = words.shift() ?? "";
    if (!word.startsWith("-")) {
      names.push(word);
      continue;
    }
    const alone = flags[command]?.[word];
    if (alone === undefined) throw new Error(`kn ${command} has no ${word}`);
    const value = alone ? "" : (words.shift() ?? "");
    options.set(word, [...(options.get(word) ?? []), value]);
  }
  return { line, command, names, options };
}

/** The `kn` commands in a guide, each on one line. */
function readKnLines(guide: string): KnLine[] {
  const blocks = readFileSync(join(projectRoot, "docs/guides", guide), "utf8").match(/```sh\n[^`]*```/g) ?? [];
  const lines = blocks.flatMap((block) => block.replaceAll("\\\n", " ").split("\n"));
  return lines.filter((line) => line.startsWith("kn ")).map(parseKn);
}

const manifests = render(join(projectRoot, "knative/overlays/direct"));
const install = readKnLines("install.md");
const uninstall = readKnLines("uninstall.md");
const first = (line: KnLine | undefined, flag: string): string | undefined => line?.options.get(flag)?.[0];
const ksvcs = shapes.shaped(manifests, "serving.knative.dev/v1", "Service", shapes.knativeService);

describe("the kn lines of the install guide", () => {
  it.each(ksvcs)("make $metadata.name as the manifest does", ({ metadata, spec }) => {
    const line = install.find(({ command, names }) => command === "service apply" && names[0] === metadata.name);
    const { annotations } = spec.template.metadata;
    const { containers, ...template } = spec.template.spec;
    const [container] = containers;
    const list = (quantities: object): string =>
      Object.entries(quantities)
        .map(([name, quantity]) => `${name}=${quantity}`)
        .join(",");
    expect(Object.fromEntries([...(line?.options ?? [])].map(([flag, values]) => [flag, values.join(" ")]))).toEqual({
      "--namespace": metadata.namespace,
      "--image": container.image,
      "--arg": container.args[0],
      "--cluster-local": "",
      "--service-account": template.serviceAccountName,
      "--concurrency-limit": `${template.containerConcurrency}`,
      "--timeout": `${template.timeoutSeconds}`,
      "--scale": `0..${annotations["autoscaling.knative.dev/max-scale"]}`,
      "--scale-window": annotations["autoscaling.knative.dev/window"],
      "--port": `${container.ports[0].name}:${container.ports[0].containerPort}`,
      "--probe-readiness": `http::8080:${container.readinessProbe.httpGet.path}`,
      "--env-from": `cm:${container.envFrom[0].configMapRef.name}`,
      "--env": container.env.map(({ name, value }) => `${name}=${value}`).join(" "),
      "--mount": `${container.volumeMounts[0].mountPath}=cm:${template.volumes[0].configMap.name}`,
      "--request": list(container.resources.requests),
      "--limit": list(container.resources.limits),
      "--security-context": "strict",
      ...(metadata.name === "admission"
        ? { "--annotation-revision": "autoscaling.knative.dev/scale-to-zero-pod-retention-period=5m" }
        : {}),
    });
  });

  it("make the sources as the manifests do", () => {
    const [source] = shapes.shaped(manifests, "sources.knative.dev/v1", "ApiServerSource", shapes.apiServerSource);
    const ticks = shapes.shaped(manifests, "sources.knative.dev/v1", "PingSource", shapes.pingSource);
    const apiserver = install.find(({ command }) => command === "source apiserver create");
    const pings = install.filter(({ command }) => command === "source ping create");
    const resources = source?.spec.resources.map(({ apiVersion, kind }) => `${kind}:${apiVersion}`);
    expect(apiserver?.names).toEqual([source?.metadata.name]);
    expect(apiserver?.options.get("--resource")).toEqual(resources);
    expect(first(apiserver, "--mode")).toBe(source?.spec.mode);
    expect(first(apiserver, "--service-account")).toBe(source?.spec.serviceAccountName);
    expect(first(apiserver, "--sink")).toBe("http://reconcile.weir-system.svc.cluster.local");
    expect(pings.map((ping) => [...ping.names, first(ping, "--schedule"), first(ping, "--sink")])).toEqual(
      ticks.map(({ metadata, spec }) => [metadata.name, spec.schedule, `ksvc:${spec.sink.ref.name}`]),
    );
  });

  it("are all that the guide needs of kn", () => {
    expect(install.map(({ command }) => command)).toEqual([
      ...Array(4).fill("service apply"),
      "source apiserver create",
      ...Array(2).fill("source ping create"),
    ]);
  });
});

describe("the kn lines of the uninstall guide", () => {
  it("take away what the install guide made", () => {
    const made = install.map(({ names, options }) => `${options.get("--namespace")}/${names[0]}`);
    const gone = uninstall.flatMap(({ names, options }) =>
      names.map((name) => `${options.get("--namespace")}/${name}`),
    );
    expect(gone.sort()).toEqual(made.sort());
  });
});

describe("the guides", () => {
  it.each(["install.md", "uninstall.md", "several-operators.md"])(
    "name files of this project that are there: %s",
    (guide) => {
      const text = readFileSync(join(projectRoot, "docs/guides", guide), "utf8");
      const paths = text.match(/\b(knative|crds)(\/[\w.-]+)+\b/g) ?? [];
      const missing = paths.filter(
        (path) => !manifests.some(({ file }) => file === path || file.startsWith(`${path}/`)),
      );
      expect(missing.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
    },
  );

  it("tell every setting and its value", () => {
    const settings = manifests.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === "weir-settings");
    const rows = [
      ...readFileSync(join(projectRoot, "docs/guides/install.md"), "utf8").matchAll(/^\| `(WEIR_\w+)` .*\| (.*) \|$/gm),
    ];
    const told = Object.fromEntries(
      rows.map(([, name = "", value = ""]) => [name, value === "empty" ? "" : value.replaceAll("`", "")]),
    );
    expect(told).toEqual(settings?.data);
  });
});
