import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { distributionFolder, imageArchive, lockOf, releases } from "./releases.ts";

describe.each(releases)("Flink $version", (release) => {
  it("is locked to the hashes of two packages", () => {
    const lines = readFileSync(lockOf(release), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    const names = lines.map((line) => /^(\S+) --hash=sha256:[0-9a-f]{64}$/.exec(line)?.[1]);
    expect(names).toEqual(["apache-flink-libraries", "apache-flink"].map((name) => `${name}==${release.version}`));
  });

  it("is kept by its version and what goes into it, outside the work tree", () => {
    const kept = new RegExp(`^/cache/flink-${release.version}-[0-9a-f]{10}$`);
    const image = new RegExp(`^/cache/flink-image-${release.version}-[0-9a-f]{10}/image.tar$`);
    expect([distributionFolder(release, "/cache"), imageArchive(release, "/cache")]).toEqual([
      expect.stringMatching(kept),
      expect.stringMatching(image),
    ]);
  });
});
