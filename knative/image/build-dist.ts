import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { warm } from "./warm.ts";

/** Makes `dist/` anew as `npm run build` does, for a command that has read its flags. Fails as `bundle` and `warm` do. */
export async function buildDist(): Promise<void> {
  const root = join(import.meta.dirname, "../..");
  const outdir = join(root, "dist");
  await bundle({ root, outdir });
  await warm(outdir);
}
