import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { constants, Script } from "node:vm";

/**
 * Child of `warm.ts`: runs one body exactly as a starter does and, when the process ends, writes what V8 has compiled
 * by then. Arguments: the body, the cache to write.
 */
const [bodyArgument = "", cache = ""] = process.argv.slice(2);
const body = resolve(bodyArgument);
const script = new Script(readFileSync(body, "latin1"), {
  filename: body,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
process.once("exit", () => writeFileSync(cache, script.createCachedData()));
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(body), module, body, dirname(body));
