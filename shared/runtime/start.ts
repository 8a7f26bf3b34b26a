import { type Config, readConfig } from "./config.ts";
import type { FunctionName } from "./variable.ts";

/** The least Node.js that the bundles run on. */
const leastNode = [22, 19] as const;

/**
 * The configuration of this process. A Node.js that is too old or a wrong value ends the process with one clear line on
 * standard error and exit code 2.
 */
export function configOrExit(name: FunctionName): Config {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])) {
    exit(name, `Node.js ${process.versions.node} is too old; ${leastNode.join(".")} or newer is needed`);
  }
  const reading = readConfig(name, process.env);
  if ("problems" in reading) return exit(name, reading.problems.join("; "));
  return reading.config;
}

/** Ends the process because it cannot start as it is configured. */
export function exit(name: FunctionName, message: string): never {
  process.stderr.write(`weir ${name}: ${message}\n`);
  process.exit(2);
}
