import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/**
 * Gives a maker of folders in the system's temporary folder, named after what they are for.
 *
 * Guarantees: all of them are gone after the file's last test, also when one failed.
 * Assumptions: called where a file is read, not inside a test or hook; what it gives may be called anywhere.
 */
export function temporaryFolders(): (name: string) => string {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return (name) => {
    const folder = mkdtempSync(join(tmpdir(), `weir-${name}-`));
    made.push(folder);
    return folder;
  };
}
