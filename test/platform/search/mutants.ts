import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundle } from "../../../knative/image/bundle.ts";
import type { Defect } from "../../simulation/mutants/mutant.ts";
import { mutate } from "../../simulation/mutants/mutate.ts";

const kind = "shared/kinds/vvp-deployment";

/** Defects that only show when a process dies, an answer is lost or an event goes astray. */
export const mutants: readonly Defect[] = [
  {
    name: "no-look",
    why: "a savepoint that was taken is not found again, so that it is asked for once more (D6, S2)",
    file: `${kind}/savepoint.ts`,
    find: "(all) => all.find(({ mark }) => mark === markOf(uid, content));",
    replace: "(all) => all.slice(all.length).find(({ mark }) => mark === markOf(uid, content));",
  },
  {
    name: "early-release",
    why: "the finalizer goes although the deletion was not answered (S8)",
    file: "shared/engine/pass.ts",
    find: `outcomes.every((outcome) => outcome.result === "done")`,
    replace: "outcomes.length >= 0",
  },
  {
    name: "no-precondition",
    why: "the record is written over whatever somebody else has written meanwhile (S5)",
    file: "shared/engine/write.ts",
    find: "const metadata: JsonObject = { resourceVersion, annotations:",
    replace: "const metadata: JsonObject = { annotations:",
  },
  {
    name: "hopeful",
    why: "an effect of unknown outcome counts as done (L1, L2, D6)",
    file: "shared/engine/perform.ts",
    find: `return { action, result: fault.applied === "no" ? "failed" : "unknown", fault };`,
    replace: `return fault.applied === "no" ? { action, result: "failed", fault } : { action, result: "done", value: undefined };`,
  },
  {
    name: "takes-all",
    why: "what somebody else made is taken for our own (S3)",
    file: `${kind}/gather.ts`,
    find: `found: own ? "own" : "foreign"`,
    replace: `found: own || deployment.owner === undefined ? "own" : "foreign"`,
  },
  {
    name: "deaf",
    why: "a tick does not look at what no event told of (D2)",
    file: "shared/engine/sweep.ts",
    find: "if (!whole || !kind.inScope(object, options.engine.settings)) return;",
    replace: "if (!whole || !kind.inScope(object, options.engine.settings) || object.status !== undefined) return;",
  },
];

/** Bundles the project with a defect below a folder, and gives the folder of the bundles; throws where it does not apply. */
export async function bundleMutant(mutant: Defect, folder: string): Promise<string> {
  const { name, file } = mutant;
  const [project, root, outdir] = [
    resolve(import.meta.dirname, "../../.."),
    join(folder, name),
    join(folder, `${name}-dist`),
  ];
  await mkdir(root, { recursive: true });
  for (const part of ["functions", "shared", "package.json"])
    await cp(join(project, part), join(root, part), { recursive: true });
  await symlink(resolve(project, "node_modules"), join(root, "node_modules"));
  await writeFile(join(root, file), mutate(await readFile(join(root, file), "utf8"), mutant));
  await bundle({ root, outdir });
  return outdir;
}
