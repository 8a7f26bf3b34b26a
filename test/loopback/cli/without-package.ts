import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The environment in which a process finds no package of this name, as where it was never installed; made in a folder. */
export function withoutPackage(folder: string, name: string): Readonly<Record<string, string>> {
  const file = join(folder, `without-${name.replace(/\W/g, "-")}.mjs`);
  // Node looks for it from where there is none, and fails in its own words.
  writeFileSync(
    file,
    `import { registerHooks } from "node:module";
    const name = ${JSON.stringify(name)};
    registerHooks({ resolve(specifier, context, next) {
      const isIt = specifier === name || specifier.startsWith(name + "/");
      return next(specifier, isIt ? { ...context, parentURL: "file:///nowhere/at/all.mjs" } : context);
    } });`,
  );
  return { NODE_OPTIONS: `--import=${file}` };
}
