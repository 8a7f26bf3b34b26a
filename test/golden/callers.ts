import { dirname, join, normalize } from "node:path";
import { rowsBelow } from "./page-tables.ts";

/** Modules by whose import a file comes to open sockets; the transport that adapters share is one. */
const opening: ReadonlySet<string> = new Set([
  ...["http", "https", "http2", "net", "tls", "dgram", "dns", "dns/promises"].flatMap((one) => [one, `node:${one}`]),
  ...["got", "undici", "ws", "pg", "mysql2", "@kubernetes/client-node", "shared/adapters/http.ts"],
]);
/** What opens them without an import. */
const byItself = /(?<![.\w])(?:fetch\(|new (?:WebSocket|EventSource)\()/;

const imports =
  /^\s*(?:import|export)\s+(?!type\b)([^;]*?)\s*from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm;

/** True for a source file by which its process opens connections. */
function opens(file: string, source: string): boolean {
  const found = [...source.matchAll(imports)].filter(([, names = ""]) => !isOfTypes(names));
  const modules = found.map(([, , from, dynamic, bare]) => from ?? dynamic ?? bare ?? "");
  const names = modules.map((one) => (one.startsWith(".") ? normalize(join(dirname(file), one)) : one));
  return names.some((one) => opening.has(one)) || byItself.test(source);
}

/** True for `{ type A, type B }`. */
function isOfTypes(names: string): boolean {
  const inBraces = /^\{([^}]*)\}$/s.exec(names)?.[1]?.split(",") ?? [""];
  return (
    inBraces
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .every((name) => name.startsWith("type ")) && names.startsWith("{")
  );
}

/** Folders of sources that open connections, by the paths of their files. */
export function callersIn(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources].filter(([file, source]) => file !== "shared/adapters/http.ts" && opens(file, source));
  return [...new Set(files.map(([file]) => dirname(file)))].sort();
}

/** Folders of code that the page's table of calls names. */
export function callersNamed(page: string): string[] {
  const rows = rowsBelow(page, ["code", "calls", "whose word the address is"]);
  return rows.flatMap(([code = ""]) => [...code.matchAll(/`([^`]+)`/g)].map(([, folder = ""]) => folder)).sort();
}
