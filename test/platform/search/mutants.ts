import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundle } from "../../../knative/image/bundle.ts";

/** A defect that is put into a copy of the source. */
export interface Mutant {
  readonly name: string;
  readonly why: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

const kind = "shared/kinds/vvp-deployment";

/** Defects that only show when a process dies, an answer is lost or an event goes astray. */
export const mutants: readonly Mutant[] = [
  {
    name: "no-look",
    why: "a savepoint that was taken is not found again, so that it is asked for once more (D6, S2)",
    file: `${kind}/savepoint.ts`,
    from: "(all) => all.find(({ mark }) => mark === markOf(uid, content));",
    to: "(all) => all.slice(all.length).find(({ mark }) => mark === markOf(uid, content));",
  },
  {
    name: "early-release",
    why: "the finalizer goes although the deletion was not answered (S8)",
    file: "shared/engine/pass.ts",
    from: `outcomes.every((outcome) => outcome.result === "done")`,
    to: "outcomes.length >= 0",
  },
  {
    name: "no-precondition",
    why: "the record is written over whatever somebody else has written meanwhile (S5)",
    file: "shared/engine/write.ts",
    from: "const metadata: JsonObject = { resourceVersion, annotations: { [recordAnnotation]: text } };",
    to: "const metadata: JsonObject = { annotations: { [recordAnnotation]: text + resourceVersion.slice(0, 0) } };",
  },
  {
    name: "hopeful",
    why: "an effect of unknown outcome counts as done (L1, L2, D6)",
    file: "shared/engine/perform.ts",
    from: `return { action, result: fault.applied === "no" ? "failed" : "unknown", fault };`,
    to: `return fault.applied === "no" ? { action, result: "failed", fault } : { action, result: "done", value: undefined };`,
  },
  {
    name: "takes-all",
    why: "what somebody else made is taken for our own (S3)",
    file: `${kind}/gather.ts`,
    from: `found: own ? "own" : "foreign"`,
    to: `found: own || deployment.owner === undefined ? "own" : "foreign"`,
  },
  {
    name: "deaf",
    why: "a tick does not look at what no event told of (D2)",
    file: "shared/engine/sweep.ts",
    from: "if (!whole || !kind.inScope(object, options.engine.settings)) return;",
    to: "if (!whole || !kind.inScope(object, options.engine.settings) || object.status !== undefined) return;",
  },
];

/** Bundles the project with a defect below a folder, and gives the folder of the bundles; throws where it does not apply. */
export async function bundleMutant({ name, file, from, to }: Mutant, folder: string): Promise<string> {
  const [project, root, outdir] = [
    resolve(import.meta.dirname, "../../.."),
    join(folder, name),
    join(folder, `${name}-dist`),
  ];
  await mkdir(root, { recursive: true });
  for (const part of ["functions", "shared", "package.json"])
    await cp(join(project, part), join(root, part), { recursive: true });
  await symlink(resolve(project, "node_modules"), join(root, "node_modules"));
  const text = await readFile(join(root, file), "utf8");
  if (text.split(from).length !== 2) throw new Error(`${name} does not apply to ${file} any more`);
  await writeFile(
    join(root, file),
    text.replace(from, () => to),
  );
  await bundle({ root, outdir });
  return outdir;
}
