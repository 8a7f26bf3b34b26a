import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { loadPainter, type Painter } from "../../../cli/plot/load-painter.ts";
import { connectDatabase } from "../../../shared/adapters/autoscaler/sql/connect.ts";
import { makeSqlStore } from "../../../shared/adapters/autoscaler/sql/state-store.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { noon, remembered } from "./remembered.ts";
import { runWeir } from "./run-weir.ts";
import { withoutPackage } from "./without-package.ts";

const makeFolder = temporaryFolders();
const state = {
  ...remembered(),
  desired: { decidedAt: noon + 120_000, parallelism: { source: 2 } },
};

let folder: string;
let stored: readonly string[];
let paint: Painter;

beforeAll(async () => {
  folder = makeFolder("plot-png");
  const url = `sqlite:${join(folder, "state.db")}`;
  const database = await connectDatabase({ url });
  const job = { key: "main/a1", jobId: "a1", status: "RUNNING", configuration: {}, now: noon };
  await makeSqlStore(database, () => noon).save(job, state, undefined, AbortSignal.timeout(60_000));
  await database.db.destroy();
  stored = ["plot", "--store", url, "--job", "main/a1"];
  paint = await loadPainter();
});

/** A part of a picture, as red, green, blue and opacity of each pixel; reads the PNG by a reader of its own. */
function pixelsOf(png: Uint8Array, { x, y, width, height }: Readonly<Record<"x" | "y" | "width" | "height", number>>) {
  const data = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const [whole, part] = [sizeOf(png), `viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}"`];
  const image = `<image href="${data}" width="${whole.width}" height="${whole.height}"/>`;
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${part}>${image}</svg>`).render().pixels;
}

function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
  const header = Buffer.from(png);
  expect(header.subarray(0, 8), "the signature of PNG").toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  expect(header.toString("latin1", 12, 16)).toBe("IHDR");
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

/** How many pixels are darker than any line of the grid. */
function darkIn(png: Uint8Array, part: Parameters<typeof pixelsOf>[1]): number {
  return pixelsOf(png, part).filter((red, index) => index % 4 === 0 && red < 128).length;
}

const title = { x: 140, y: 10, width: 400, height: 34 };

describe("weir plot as PNG", () => {
  it("is a picture twice as large as the SVG, with the job's name, the axes' numbers and the lines", async () => {
    const file = join(folder, "job.png");
    const { code, out, err } = await runWeir([...stored, "--out", file]);
    expect([code, out, err]).toEqual([0, "", ""]);
    const png = readFileSync(file);
    expect(sizeOf(png)).toEqual({ width: 1_800, height: 1_012 });
    expect(darkIn(png, title), "letters of the title").toBeGreaterThan(200);
    expect(darkIn(png, { ...title, x: 1_000 }), "nothing beside it").toBe(0);
    expect(darkIn(png, { x: 0, y: 60, width: 135, height: 900 }), "numbers of the axes").toBeGreaterThan(100);
    expect(darkIn(png, { x: 141, y: 84, width: 1_600, height: 236 }), "the rate").toBeGreaterThan(100);
  });

  it("goes to standard output as bytes where no file is named", async () => {
    const file = join(folder, "piped");
    const named = await runWeir([...stored, "-o", "png", "--out", file]);
    expect(named.code).toBe(0);
    const piped = await runWeir([...stored, "--output", "png"]);
    expect(piped.out, "the same one, read as UTF-8").toBe(readFileSync(file, "utf8"));
  });

  it.each([
    { name: "another suffix", argv: ["--out", "job.jpeg"], code: 2, says: "neither .svg nor .png" },
    { name: "a format that there is not", argv: ["-o", "jpeg"], code: 2, says: "it is svg or png" },
    {
      name: "a folder that is not there",
      argv: ["--out", "/nowhere/at/all.png"],
      code: 1,
      says: "/nowhere/at/all.png",
    },
  ])("$name: ends with $code, in one line", async ({ argv, code, says }) => {
    const ran = await runWeir([...stored, ...argv]);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(says);
    expect(ran.err).not.toContain("    at ");
  });

  it("a file that is a folder is told", async () => {
    const { code, err } = await runWeir([...stored, "-o", "png", "--out", folder]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^weir plot: EISDIR: .*\n$/)]);
  });

  it.each([["@resvg/resvg-wasm"], ["@fontsource/dejavu-sans"]])(
    "says what installs %s, which SVG needs not",
    async (name) => {
      const env = withoutPackage(folder, name);
      const { code, out, err } = await runWeir([...stored, "--out", join(folder, "absent.png")], env);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toBe(`weir plot: the optional package ${name} is not there; npm ci --include=optional installs it\n`);
      expect((await runWeir(stored, env)).out).toMatch(/^<svg /);
    },
  );
});

describe("the font of a PNG", () => {
  const painted = (text: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20" font-family="sans-serif"><text x="5" y="15">${text}</text></svg>`;
    return Buffer.from(paint(svg)).toString("base64");
  };

  it.each([
    { why: "Latin", one: "orders", other: "ordinal" },
    { why: "Latin with marks", one: "Ł", other: "ő" },
    { why: "Greek and Cyrillic", one: "λ", other: "ж" },
    { why: "arrows, as decisions have them", one: "2 → 4", other: "2 ← 4" },
  ])("has letters that differ: $why", ({ one, other }) => {
    expect(new Set([one, other, "", "東".repeat(one.length)].map(painted)).size).toBe(4);
  });

  it("shows a box for a letter that it does not have", () => {
    expect(painted("東")).toBe(painted("京"));
    expect(painted("東")).not.toBe(painted(""));
  });
});
