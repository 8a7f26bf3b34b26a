import { describe, expect, it } from "vitest";
import { formatOf } from "../../../cli/plot/format.ts";
import { UsageError } from "../../../cli/usage-error.ts";

const asked =
  (of: { readonly output?: string; readonly out?: string }, isTerminal = false) =>
  () =>
    formatOf({ ...of, isTerminal });

describe("the format of a plot", () => {
  it.each([
    { why: "nothing is said", of: {}, format: "svg" },
    { why: "a name says it", of: { output: "png" }, format: "png" },
    { why: "the suffix says it", of: { out: "/a.svg/job.png" }, format: "png" },
    { why: "the suffix shouts it", of: { out: "JOB.PNG" }, format: "png" },
    { why: "both say the same", of: { output: "svg", out: "job.svg" }, format: "svg" },
    { why: "the suffix says nothing, and the name does", of: { output: "png", out: "/dev/fd/3" }, format: "png" },
    {
      why: "the suffix is of something else, and the name says it",
      of: { output: "svg", out: "a.txt" },
      format: "svg",
    },
  ])("$format, as $why", ({ of, format }) => {
    expect(asked(of)()).toBe(format);
  });

  it.each([
    { why: "no such format", of: { output: "jpeg" }, says: "it is svg or png" },
    { why: "an empty one", of: { output: "" }, says: "it is svg or png" },
    { why: "another suffix", of: { out: "job.jpeg" }, says: "job.jpeg ends in neither .svg nor .png" },
    { why: "no suffix", of: { out: "png" }, says: "png ends in neither" },
    { why: "a suffix alone, which is a hidden file's name", of: { out: ".png" }, says: ".png ends in neither" },
    { why: "no name of a file", of: { out: "" }, says: "ends in neither" },
    { why: "two formats", of: { output: "svg", out: "job.png" }, says: "--output svg contradicts --out job.png" },
  ])("is refused: $why", ({ of, says }) => {
    expect(asked(of)).toThrow(UsageError);
    expect(asked(of)).toThrow(says);
  });

  it("a terminal gets SVG, which is text, and no PNG", () => {
    expect(asked({}, true)()).toBe("svg");
    expect(asked({ output: "png" }, true)).toThrow("nothing for a terminal");
    expect(asked({ output: "png", out: "job.png" }, true)()).toBe("png");
  });
});
