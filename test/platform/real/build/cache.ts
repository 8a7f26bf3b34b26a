import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Part, parts } from "./parts.ts";

/** Flags of a part's build, the linker's aside; they are part of what its binary is kept under. */
export function buildFlags({ tags }: Pick<Part, "tags">): string[] {
  const own = tags === undefined ? [] : ["-tags", tags];
  return ["-mod=readonly", "-trimpath", "-buildvcs=false", ...own];
}

const modulesFolder = join(import.meta.dirname, "../modules");

/** Where builds are kept, outside the work tree: `WEIR_REAL_CACHE`, or `weir/real` in the user's cache folder. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env.WEIR_REAL_CACHE) return env.WEIR_REAL_CACHE;
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "weir/real");
}

/** The folder of a part's wrapper module. */
export function moduleFolder({ module }: Pick<Part, "module">): string {
  return join(modulesFolder, module);
}

/**
 * Version of a part as its wrapper module pins it, such as `v1.34.4`; `own` for a program of our own.
 *
 * Throws when the module does not name it.
 */
export function versionOf(part: Part): string {
  if (part.versionOf === undefined) return "own";
  const text = readFileSync(join(moduleFolder(part), "go.mod"), "utf8");
  const escaped = part.versionOf.replaceAll(".", "\\.");
  const version = new RegExp(`^(?:require )?\\s*${escaped} (v\\S+)`, "m").exec(text)?.[1];
  if (version === undefined) throw new Error(`modules/${part.module}/go.mod requires no ${part.versionOf}`);
  return version;
}

/** The oldest Go that a part's module takes, such as `1.26.0`. */
export function goVersionOf(part: Part): string {
  const text = readFileSync(join(moduleFolder(part), "go.mod"), "utf8");
  return /^go (\S+)$/m.exec(text)?.[1] ?? "1.24";
}

/** Path of a part's binary; whether it is there yet is another question. Changes with all that goes into it but Go itself. */
export function binaryPath(part: Part, folder = cacheFolder()): string {
  const hash = createHash("sha256").update([part.source, ...buildFlags(part), linkerFlags(part)].join("\n"));
  for (const file of inputsOf(part)) hash.update(readFileSync(join(moduleFolder(part), file)));
  return join(folder, `${part.name}-${versionOf(part)}-${hash.digest("hex").slice(0, 10)}`, part.name);
}

/**
 * Path of the binary of that name.
 *
 * Throws when there is no such part.
 */
export function partPath(name: string): string {
  const part = parts.find((one) => one.name === name);
  if (part === undefined) throw new Error(`no part is called ${name}`);
  return binaryPath(part);
}

/** Leaves debug information out and stamps versions, which Kubernetes' parts refuse to start without in places. */
export function linkerFlags(part: Part): string {
  const stamps = Object.entries(stampsOf(part)).map(([key, value]) => `-X ${key}=${value}`);
  return ["-s", "-w", ...stamps].join(" ");
}

/** Helm takes charts for the Kubernetes that it was made with, as its own releases do. */
function stampsOf(part: Part): Record<string, string> {
  if (part.module !== "kubernetes" && part.module !== "helm") return {};
  const version = versionOf(part.module === "helm" ? { ...part, ...kubernetesModule } : part);
  const [major = "", minor = ""] = version.slice(1).split(".");
  if (part.module === "helm") {
    const capabilities = "helm.sh/helm/v3/pkg/chartutil.k8sVersion";
    const own = { "helm.sh/helm/v3/internal/version.version": versionOf(part) };
    return { ...own, [`${capabilities}Major`]: major, [`${capabilities}Minor`]: minor };
  }
  const component = "k8s.io/component-base/version.git";
  return { [`${component}Version`]: version, [`${component}Major`]: major, [`${component}Minor`]: minor };
}

const kubernetesModule = { module: "kubernetes", versionOf: "k8s.io/kubernetes" } as const;

function inputsOf({ module }: Part): string[] {
  if (module === "pause") return ["go.mod", "main.go"];
  return ["go.mod", "go.sum", ...(module === "coredns" ? ["main.go"] : [])];
}
