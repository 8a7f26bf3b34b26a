import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findDrift } from "../../../crds/drift.ts";
import { header, makeManifest } from "../../../crds/manifest.ts";
import { temporaryFolders } from "../../temporary-folders.ts";

const file = makeManifest("crds/one.yaml", "One.", [{ kind: "One" }]);
const makeFolder = temporaryFolders();
let root = "";

beforeEach(() => {
  root = makeFolder("drift");
});

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe("drift", () => {
  it("is nothing where every file is as it should be", () => {
    put(file.path, file.content);
    expect(findDrift(root, [file])).toEqual([]);
  });

  it("is a file that was never written", () => {
    expect(findDrift(root, [file])).toEqual([{ path: file.path, state: "missing" }]);
  });

  it("is a file that was edited by hand", () => {
    put(file.path, `${file.content}# mine\n`);
    expect(findDrift(root, [file])).toEqual([{ path: file.path, state: "stale" }]);
  });

  it.each(["crds/two.yaml", "crds/policies/two.yaml", "knative/base/two.generated.yaml"])(
    "is a generated file that nothing generates any more: %s",
    (path) => {
      put(path, `# ${header}\nkind: Two\n`);
      expect(findDrift(root, [])).toEqual([{ path, state: "orphaned" }]);
    },
  );

  it("is also a page without a kind", () => {
    put("docs/reference/two.md", `<!-- ${header} -->\n`);
    expect(findDrift(root, [])).toEqual([{ path: "docs/reference/two.md", state: "orphaned" }]);
  });

  it("is not a file that people wrote", () => {
    put("knative/base/300-settings.yaml", "# What an installation sets.\nkind: ConfigMap\n");
    expect(findDrift(root, [])).toEqual([]);
  });
});
