import { readFile } from "node:fs/promises";

/** Makes PNG of an SVG document. */
export type Painter = (svg: string) => Uint8Array;

const font = "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2";
const program = "@resvg/resvg-wasm/index_bg.wasm";
/** Pixels for each unit of the document, so that its text is sharp on a dense screen and in print. */
const zoom = 2;

/**
 * Loads what PNG is made with: a WebAssembly module and a font, both from packages, so that the same document becomes the same
 * picture on every machine, also where there are no fonts.
 *
 * Throws Node's own error where one of the packages is not installed.
 * Caveats: once in a process, as the module is.
 */
export async function loadPainter(): Promise<Painter> {
  const [{ initWasm, Resvg }, module, letters] = await Promise.all([
    import("@resvg/resvg-wasm"),
    readPart(program),
    readPart(font),
  ]);
  await initWasm(module);
  return (svg) => {
    const fonts = { fontBuffers: [letters], sansSerifFamily: "DejaVu Sans" };
    const document = new Resvg(svg, { fitTo: { mode: "zoom", value: zoom }, font: fonts });
    const picture = document.render();
    const png = picture.asPng();
    picture.free();
    document.free();
    return png;
  };
}

async function readPart(specifier: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(import.meta.resolve(specifier)));
}
