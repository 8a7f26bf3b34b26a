import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** One object of a rendered kustomization, with the file it stands in, relative to the project. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  file: string;
  [field: string]: unknown;
};

/** An entry of `images:`; only these fields are understood. */
export type ImageRule = { name: string; newName: string; newTag: string };

type Kustomization = { resources: string[]; images?: ImageRule[] };

/** The project's own folder. */
export const projectRoot = resolve(import.meta.dirname, "../..");

const known = new Set(["apiVersion", "kind", "resources", "images"]);

/** A kustomization.yaml; fails on anything but `resources` and `images`, which this loader could not follow. */
export function readKustomization(folder: string): Kustomization {
  const path = join(folder, "kustomization.yaml");
  const read = parse(readFileSync(path, "utf8")) as Kustomization & Record<string, unknown>;
  const unknown = Object.keys(read).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`${path}: this loader does not know ${unknown.join(", ")}`);
  return read;
}

function readManifests(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, "utf8")).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`);
    const object = document.toJS() as Manifest | null;
    return object === null ? [] : [{ ...object, file: relative(projectRoot, path) }];
  });
}

function setImages<T>(value: T, rules: readonly ImageRule[]): T {
  if (Array.isArray(value)) return value.map((item) => setImages(item, rules)) as T;
  if (typeof value !== "object" || value === null) return value;
  const changed = Object.entries(value).map(([key, item]) => {
    const rule = key === "image" ? rules.find(({ name }) => name === item) : undefined;
    return [key, rule === undefined ? setImages(item, rules) : `${rule.newName}:${rule.newTag}`];
  });
  return Object.fromEntries(changed) as T;
}

/** All objects of a kustomization, as `kubectl kustomize` renders them: a file outside its own folder is refused too. */
export function render(folder: string): Manifest[] {
  const { resources, images = [] } = readKustomization(folder);
  const objects = resources.flatMap((entry) => {
    const path = join(folder, entry);
    if (!existsSync(path)) throw new Error(`${relative(projectRoot, folder)}: no ${entry}`);
    if (statSync(path).isDirectory()) return render(path);
    if (relative(folder, dirname(path)).startsWith("..")) throw new Error(`${entry} is outside of ${folder}`);
    return readManifests(path);
  });
  return setImages(objects, images);
}

/** Namespaced objects are found by `Kind namespace/name`, others by `Kind name`. */
export function keyOf({ kind, metadata }: Pick<Manifest, "kind" | "metadata">): string {
  return metadata.namespace === undefined
    ? `${kind} ${metadata.name}`
    : `${kind} ${metadata.namespace}/${metadata.name}`;
}
