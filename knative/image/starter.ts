/** Global symbol under which a starter leaves what became of the compile cache: "accepted", "rejected" or "absent". */
export const CACHE_STATE = "weir.compileCache";

/** Oldest Node major that runs a bundle (esbuild target of `bundle.ts`). */
export const NODE_MAJOR = 24;

/** What surrounds a bundle so that `vm.Script` yields a CommonJS module function. */
export const WRAPPER = { banner: "(function (exports, require, module, __filename, __dirname) {", footer: "\n})" };

/** File names of one function inside the output folder; `hash` ties a cache to the very body it was made from. */
export function toFileNames(name: string, hash: string): { starter: string; body: string; cache: string } {
  return { starter: `${name}.cjs`, body: `${name}.body.cjs`, cache: `${name}.${hash}.cache` };
}

/**
 * The text of `dist/<function>.cjs`: it compiles the body with V8's cached data and runs it as its own module.
 *
 * Guarantees: starts without a cache and with one V8 refuses (other Node, other flags); no path, user or file time
 * takes part in the check. A Node too old ends with one line and exit code 2.
 * Assumptions: the body is ASCII (esbuild's default), so that it can be read as latin1 and kept as one byte a character.
 * Caveats: V8 does not check the payload of a cache, so the file is as trusted as the code beside it.
 */
export function makeStarter(name: string, hash: string): string {
  const files = toFileNames(name, hash);
  return `"use strict";
var major = parseInt(process.versions.node, 10);
if (major < ${NODE_MAJOR}) {
  process.stderr.write("weir ${name}: Node ${NODE_MAJOR} or newer is needed, this is " + process.version + "\\n");
  process.exit(2);
}
var fs = require("node:fs");
var vm = require("node:vm");
var body = __dirname + "/${files.body}";
var cachedData;
try {
  cachedData = fs.readFileSync(__dirname + "/${files.cache}");
} catch (missing) {
  cachedData = undefined;
}
var script = new vm.Script(fs.readFileSync(body, "latin1"), {
  filename: body,
  cachedData: cachedData,
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
globalThis[Symbol.for("${CACHE_STATE}")] = !cachedData ? "absent" : script.cachedDataRejected ? "rejected" : "accepted";
script.runInThisContext()(module.exports, require, module, body, __dirname);
`;
}
