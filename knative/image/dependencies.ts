import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCommand, textOf } from "./command.ts";

const HELP = `Usage: node knative/image/dependencies.ts [--check] [--root DIR] [--dist DIR]

Writes docs/dependencies.md: every package that ends in a bundle, by what esbuild wrote into <dist>/meta.json, and the
reason for each that Weir imports itself. Build first.

  --check     write nothing; exit code 1 when the page is not what it should be
  --root DIR  the project (default: the current folder)
  --dist DIR  folder that bundle.ts wrote (default: <root>/dist)
`;

/** Why a package that Weir imports itself is there, and when a function loads it. */
const reasons: Readonly<Record<string, string>> = {
  "@hono/node-server":
    "Carries hono over node:http. Loaded at the first request that is neither a probe nor the function's own POST.",
  "@kubernetes/client-node":
    "Reads kubeconfigs and logs in, with every plug-in. Loaded where the credentials are not plain (ADR 6). Most of the packages come with it.",
  "@peculiar/x509": "Makes the certificates of the TLS front (ADR 3).",
  cloudevents: "Makes the events that a function sends to itself. Loaded at the first of them.",
  croner: "Reads Quartz crons of periodic savepoints and checkpoints (ADR 16). Loaded with the kinds.",
  got: "Calls of AppManager and of our own service: time limits by phase, retries. Loaded once the port is open.",
  hono: "Routes of each function. Loaded with @hono/node-server (ADR 5).",
  "prom-client": "Metrics. Loaded at the first scrape.",
  zod: "Schemas of the kinds and of the environment; the CRDs are generated from them.",
};

/** The part of esbuild's metafile that is looked at. */
interface Metafile {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
  readonly outputs: Readonly<Record<string, { readonly inputs: Inputs }>>;
}

type Inputs = Readonly<Record<string, { readonly bytesInOutput: number }>>;

/** Folder of the package that a file belongs to; undefined for a file of ours. */
function folderOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** Packages of one bundle as `name version`, sorted; nothing of a package that was shaken off whole counts. */
function packagesOf(root: string, inputs: Inputs): string[] {
  const found = new Map<string, string>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const folder = folderOf(path);
    if (folder === undefined || bytesInOutput === 0 || found.has(folder)) continue;
    const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    found.set(folder, `${name} ${version}`);
  }
  return [...found.values()].sort();
}

function bundlesOf(root: string, { outputs }: Metafile): Map<string, string[]> {
  const bundles = new Map<string, string[]>();
  for (const path of Object.keys(outputs).sort()) {
    const name = /([^/]+)\.body\.cjs$/.exec(path)?.[1];
    if (name !== undefined) bundles.set(name, packagesOf(root, outputs[path]?.inputs ?? {}));
  }
  return bundles;
}

/** Names of the packages that a file of ours imports. */
function directOf({ inputs }: Metafile): string[] {
  const own = Object.entries(inputs).filter(([path]) => folderOf(path) === undefined);
  const folders = own.flatMap(([, { imports }]) => imports.map(({ path }) => folderOf(path)));
  const names = folders.flatMap((folder) => (folder === undefined ? [] : [folder.replace(/^.*node_modules\//, "")]));
  return [...new Set(names)].sort();
}

/** Bundles that hold the same packages share a section. */
function grouped(bundles: ReadonlyMap<string, readonly string[]>): [names: string[], packages: readonly string[]][] {
  const groups = new Map<string, [string[], readonly string[]]>();
  for (const [name, packages] of bundles) {
    const group = groups.get(packages.join()) ?? [[], packages];
    group[0].push(name);
    groups.set(packages.join(), group);
  }
  return [...groups.values()];
}

/**
 * The text of `docs/dependencies.md`.
 *
 * Throws an Error when a package that our own files import has no reason, or one with a reason is not imported.
 */
export function writePage(root: string, dist: string): string {
  const metafile = JSON.parse(readFileSync(join(dist, "meta.json"), "utf8")) as Metafile;
  const direct = directOf(metafile);
  const wrong = [
    ...direct.filter((name) => !Object.hasOwn(reasons, name)).map((name) => `${name} is bundled without a reason`),
    ...Object.keys(reasons)
      .filter((name) => !direct.includes(name))
      .map((name) => `${name} has a reason and no use`),
  ];
  if (wrong.length > 0) throw new Error(`${wrong.join("\n")}\nSee the reasons in knative/image/dependencies.ts.`);
  const sections = grouped(bundlesOf(root, metafile)).map(([names, packages]) => section(names, packages));
  return `${head(direct)}\n${sections.join("\n")}`;
}

function head(direct: readonly string[]): string {
  const rows = direct.map((name) => `| \`${name}\` | ${reasons[name]} |`);
  return `# Packages in the bundles

Generated by \`node knative/image/dependencies.ts\` from the metafile of the build; do not edit. \`--check\` (run by a test) fails when
a package comes, goes or changes its version, so that growth is seen and gets a reason.

## What Weir imports itself

| package | why, and when it is loaded |
| --- | --- |
${rows.join("\n")}
`;
}

function section(names: readonly string[], packages: readonly string[]): string {
  const title = names.map((name) => `\`${name}\``).join(" and ");
  return `## ${title}: ${packages.length} packages\n\n${packages.map((one) => `- ${one}`).join("\n")}\n`;
}

if (import.meta.main) {
  await runCommand({ help: HELP, switches: ["check"], options: ["root", "dist"] }, async (values) => {
    const root = resolve(textOf(values, "root", "."));
    const page = join(root, "docs/dependencies.md");
    const text = writePage(root, resolve(textOf(values, "dist", join(root, "dist"))));
    if (values.check !== true) writeFileSync(page, text);
    else if (readFileSync(page, "utf8") !== text) {
      throw new Error(
        "docs/dependencies.md is stale: run node knative/image/dependencies.ts and give reasons for what grew",
      );
    }
  });
}
