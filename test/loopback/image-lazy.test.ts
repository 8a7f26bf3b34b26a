import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../knative/image/bundle.ts";
import { LazyListFormat } from "../../knative/image/lazy-list-format.ts";
import { temporaryFolders } from "../temporary-folders.ts";
import { makeProject, run } from "./image-project.ts";

const makeFolder = temporaryFolders();
let scratch = "";
beforeAll(async () => {
  scratch = makeFolder("lazy");
  await chmod(scratch, 0o755);
});

/** What a bundled function prints. */
async function printed(source: string): Promise<string> {
  const root = await makeProject(scratch, { tiny: source });
  await bundle({ root, outdir: join(root, "dist") });
  const { code, out, err } = await run(process.execPath, [join(root, "dist/tiny.cjs")]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

describe("what a bundle leaves until it is used", () => {
  it("loads node:crypto at its first use, and gives the real one", async () => {
    const source = `
      import { createHash } from "node:crypto";
      const loaded = () => process.moduleLoadList.includes("NativeModule crypto");
      const before = loaded();
      console.log(before, createHash("sha256").update("x").digest("hex").slice(0, 8), loaded());
    `;
    expect(await printed(source)).toBe("false 2d711642 true\n");
  });

  it("gives node:http2 to one that uses it at once", async () => {
    const source = 'import { constants } from "node:http2"; console.log(constants.HTTP2_HEADER_STATUS);';
    expect(await printed(source)).toBe(":status\n");
  });

  it("makes a list format when it is used", async () => {
    const source =
      'const f = new Intl.ListFormat("en", { type: "disjunction" }); console.log(f.format(["a", "b", "c"]));';
    expect(await printed(source)).toBe("a, b, or c\n");
  });

  it("writes lists as the real one does", () => {
    const options = { style: "long", type: "conjunction" } as const;
    expect(new LazyListFormat("en", options).format(["a", "b"])).toBe(
      new Intl.ListFormat("en", options).format(["a", "b"]),
    );
  });
});
