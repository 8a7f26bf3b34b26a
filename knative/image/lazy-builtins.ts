import { createRequire } from "node:module";
import type { Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/**
 * Makes named imports of the given built-in modules load them at their first use instead of at the start of the process.
 *
 * esbuild turns `import { createHash } from "node:crypto"` into a property read at each use; here that property is a getter
 * which asks for the real module. A module that uses the import while it is evaluated simply loads it then.
 */
export function lazyBuiltins(names: readonly string[]): Plugin {
  const filter = new RegExp(`^(${names.join("|")})$`);
  return {
    name: "lazy-builtins",
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: "lazy-builtin" }));
      build.onLoad({ filter, namespace: "lazy-builtin" }, ({ path }) => ({ contents: textOf(path), loader: "js" }));
    },
  };
}

/** A CommonJS module with a getter per export. */
function textOf(path: string): string {
  const lines = Object.keys(require(path)).map((name) => `  get ${name}() { return real().${name}; },`);
  return `const real = () => process.getBuiltinModule(${JSON.stringify(path)});\nmodule.exports = {\n${lines.join("\n")}\n};\n`;
}
