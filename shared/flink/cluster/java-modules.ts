import type { FlinkConfiguration } from "../configuration.ts";
import { optionOf } from "../spellings.ts";
import { atLeast, type FlinkVersion } from "../versions.ts";

const exported = [
  ...["java.base/sun.net.util", "java.rmi/sun.rmi.registry", "java.security.jgss/sun.security.krb5"],
  ...["api", "file", "parser", "tree", "util"].map((name) => `jdk.compiler/com.sun.tools.javac.${name}`),
];

const opened = [
  ...["lang", "net", "io", "nio", "lang.reflect", "text", "time", "util"].map((name) => `java.${name}`),
  ...["", ".atomic", ".locks"].map((name) => `java.util.concurrent${name}`),
  "sun.nio.ch",
].map((name) => `java.base/${name}`);

const flags = [
  ...exported.map((name) => `--add-exports=${name}=ALL-UNNAMED`),
  ...opened.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
].join(" ");

/**
 * What of Java's own modules Flink must see on Java 17 and later. The distribution's configuration says so by default, but
 * Weir's is mounted over it; without, an application fails before its main() runs. Older Javas ignore it.
 *
 * Gives nothing where it is said already, and before 1.18, which knows no Java 17. Since 1.19 there is an option beside the
 * user's own, so that both hold.
 */
export function javaModuleOptions({ name }: FlinkVersion, given: FlinkConfiguration): FlinkConfiguration {
  if (!atLeast(name, "v1_18")) return {};
  const key = atLeast(name, "v1_19") ? "env.java.default-opts.all" : "env.java.opts.all";
  return optionOf(given, key) === undefined ? { [key]: flags } : {};
}
