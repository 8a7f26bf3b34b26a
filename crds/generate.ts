import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { kinds } from "../shared/kinds/index.ts";
import { makeManifests } from "./outputs.ts";

const root = join(import.meta.dirname, "..");
for (const { path, content } of makeManifests(kinds)) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
  console.log(path);
}
