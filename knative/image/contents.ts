import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import type { Entry } from "./tar.ts";

/** User and group id that the image runs as, the one of distroless images called "nonroot". */
export const IMAGE_USER = 65_532;

/** Where Node and the bundles are inside the image, the same as in the Dockerfile's base image. */
export const IMAGE_PATHS = { node: "/nodejs/bin/node", app: "/app" };

const passwd = `root:x:0:0:root:/root:/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin
nonroot:x:${IMAGE_USER}:${IMAGE_USER}:nonroot:/home/nonroot:/sbin/nologin
`;
const group = `root:x:0:\nnobody:x:65534:\nnonroot:x:${IMAGE_USER}:\n`;
/** glibc asks these for names of hosts; older ones keep them in files that ldd does not see. */
const resolverLibraries = ["libresolv.so.2", "libnss_dns.so.2", "libnss_files.so.2"];

/** The libraries in the output of `ldd`, the loader among them, as absolute paths. */
export function readLibraries(lddOutput: string): string[] {
  const paths = [...lddOutput.matchAll(/(?:=>\s+|^\s*)(\/\S+)\s+\(0x/gm)].map((match) => match[1] ?? "");
  return [...new Set(paths)].sort();
}

function findLibraries(program: string): string[] {
  if (process.platform !== "linux") throw new Error("this builds on Linux only; elsewhere use the Dockerfile");
  const found = readLibraries(execFileSync("ldd", [program], { encoding: "utf8" }));
  const libc = found.find((path) => path.includes("/libc.so"));
  if (libc === undefined) throw new Error(`${program} names no libc; use the Dockerfile`);
  const more = resolverLibraries.map((name) => join(dirname(libc), name)).filter((path) => existsSync(path));
  return [...new Set([...found, ...more])].sort();
}

const inImage = (path: string): string => path.replace(/^\//, "");
const file = (path: string, source: string, mode: number): Entry => ({ path: inImage(path), mode, file: source });
const text = (path: string, content: string): Entry => ({ path, mode: 0o644, bytes: Buffer.from(content) });

/** All that a bundle needs below it: the Node at `node`, its libraries, users, trusted authorities, a folder for scraps. */
export function listRuntime(node: string): Entry[] {
  return [
    file(IMAGE_PATHS.node, node, 0o755),
    ...findLibraries(node).map((path) => file(path, path, 0o755)),
    text("etc/passwd", passwd),
    text("etc/group", group),
    text("etc/nsswitch.conf", "hosts: files dns\n"),
    text("etc/ssl/certs/ca-certificates.crt", `${rootCertificates.join("\n")}\n`),
    { path: "tmp", mode: 0o1777, directory: true },
    { path: "home/nonroot", mode: 0o755, directory: true },
  ];
}

/** The bundles, their starters, caches and licences out of `dist`. Fails when there is no starter in it. */
export async function listApp(dist: string): Promise<Entry[]> {
  const names = existsSync(dist) ? await readdir(dist) : [];
  const starters = names.filter((name) => /^[^.]+\.cjs$/.test(name));
  if (starters.length === 0) throw new Error(`no bundles in ${dist}: run "npm run build" first`);
  return names
    .filter((name) => /\.(cjs|cache|LEGAL\.txt)$/.test(name))
    .map((name) => file(`${IMAGE_PATHS.app}/${name}`, join(dist, name), 0o644));
}
