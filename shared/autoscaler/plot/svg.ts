import type { Point } from "../arithmetic/statistics.ts";
import type { Line, Mark, Panel, Plot } from "./plot.ts";
import { hourText, roundUp, shortNumber, thinPoints, timeTicks } from "./scale.ts";

const width = 900;
const [left, right, top, panelHeight, gap] = [70, 20, 44, 120, 34];
const mostPoints = 600;
/** Font size of what stands above a mark. */
const sizeOfWords = 9;
/** Told apart also by people who see no red or green. */
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#666666"];

/** Where a moment and a number lie. */
interface Frame {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly top: number;
  readonly most: number;
}

/** The plot as an SVG document. Total: what is no number is not drawn, and text is escaped. */
export function toSvg(plot: Plot): string {
  const times = plot.panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(({ at }) => at)));
  const [from, to] = [least(times), most(times)];
  const height = top + plot.panels.length * (panelHeight + gap);
  const x = (at: number) => left + ((at - from) / Math.max(1, to - from)) * (width - left - right);
  const frames = plot.panels.map((panel, index) => frameOf(panel, top + index * (panelHeight + gap), x));
  const ticks = timeTicks(plot.clock === "day" ? from : 0, plot.clock === "day" ? to : to - from);
  const marks = [
    ...drawTimes(plot, plot.clock === "day" ? ticks : ticks.map((tick) => tick + from), frames, from),
    ...plot.panels.flatMap((panel, index) => drawPanel(panel, frames[index])),
    ...plot.marks.map((mark) => drawMark(mark, frames.at(-1))),
    ...drawDecisions(plot.marks, frames.at(-1)),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${escaped(plot.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${left}" y="18" font-size="${titleSize(plot.title)}">${escaped(plot.title)}</text>`,
    ...(plot.clock === "day" && times.length > 0 ? drawSpan(from, to) : []),
    ...marks,
    "</svg>\n",
  ].join("\n");
}

/** As large as fits above the panels. */
function titleSize(title: string): number {
  const widthOfLetter = 0.65;
  return Math.min(14, Number(fixed((width - left - right) / Math.max(1, title.length * widthOfLetter))));
}

/** From when to when, as the axis has only hours. */
function drawSpan(from: number, to: number): readonly string[] {
  const ends = [from, to].map((at) => new Date(at)).filter((date) => !Number.isNaN(date.getTime()));
  const [first, last] = ends.map((date) => date.toISOString().slice(0, -8).replace("T", " "));
  if (last === undefined) return [];
  return [`<text x="${width - right}" y="${top - 6}" text-anchor="end" fill="#555">${first} to ${last} UTC</text>`];
}

function frameOf({ lines }: Panel, at: number, x: Frame["x"]): Frame {
  const highest = roundUp(most(lines.flatMap(({ points }) => points.map(({ value }) => value))));
  const y = (value: number) => at + panelHeight * (1 - value / highest);
  return { x, y, top: at, most: highest };
}

function drawTimes(
  { clock }: Plot,
  ticks: readonly number[],
  frames: readonly Frame[],
  from: number,
): readonly string[] {
  return ticks.flatMap((tick) => {
    const text = hourText(clock === "day" ? tick % 86_400_000 : tick - from);
    return frames.flatMap((frame) => [
      `<path d="M${fixed(frame.x(tick))} ${frame.top}v${panelHeight}" stroke="#e5e5e5"/>`,
      `<text x="${fixed(frame.x(tick))}" y="${frame.top + panelHeight + 13}" text-anchor="middle" fill="#555">${text}</text>`,
    ]);
  });
}

function drawPanel({ name, lines }: Panel, frame: Frame | undefined): readonly string[] {
  if (frame === undefined) return [];
  const grid = [0, frame.most / 2, frame.most].flatMap((value) => [
    `<path d="M${left} ${fixed(frame.y(value))}H${width - right}" stroke="#e5e5e5"/>`,
    `<text x="${left - 6}" y="${fixed(frame.y(value) + 4)}" text-anchor="end" fill="#555">${shortNumber(value)}</text>`,
  ]);
  const names = lines.map(({ name: of }, index) => `<tspan fill="${colourOf(index)}">${escaped(of)} </tspan>`).join("");
  const head = `<text x="${left}" y="${frame.top - 6}">${escaped(name)} ${names}</text>`;
  const drawn = lines.map(
    (line, index) => `<path d="${pathOf(line, frame)}" fill="none" stroke="${colourOf(index)}" stroke-width="1.3"/>`,
  );
  return [...grid, head, ...drawn];
}

function pathOf({ points, isStepped = false }: Line, { x, y }: Frame): string {
  let isOpen = false;
  return thinPoints(isStepped ? changesOf(points) : points, mostPoints)
    .map(({ at, value }) => {
      const wasOpen = isOpen;
      isOpen = Number.isFinite(value);
      if (!isOpen) return "";
      if (!wasOpen) return `M${fixed(x(at))} ${fixed(y(value))}`;
      return isStepped ? `H${fixed(x(at))}V${fixed(y(value))}` : `L${fixed(x(at))} ${fixed(y(value))}`;
    })
    .join("");
}

/** Only the points at which a number changes, and the last one. */
function changesOf(points: readonly Point[]): readonly Point[] {
  return points.filter(({ value }, index) => index === points.length - 1 || value !== points[index - 1]?.value);
}

/** A triangle at the foot of the last panel. */
function drawMark({ at, line, direction, text }: Mark, frame: Frame | undefined): string {
  if (frame === undefined) return "";
  const [x, foot] = [frame.x(at), frame.top + panelHeight];
  const shape = direction === "up" ? `M${fixed(x - 4)} ${foot}h8l-4 -8z` : `M${fixed(x - 4)} ${foot - 8}h8l-4 8z`;
  return `<path d="${shape}" fill="${colourOf(line)}"><title>${escaped(text)}</title></path>`;
}

/** What was decided, in words above the triangles: where all marks are of one line, and where the words before leave room. */
function drawDecisions(marks: readonly Mark[], frame: Frame | undefined): readonly string[] {
  if (frame === undefined || marks.some(({ line }) => line !== marks[0]?.line)) return [];
  const y = frame.top + panelHeight - 11;
  let free = Number.NEGATIVE_INFINITY;
  return marks.flatMap(({ at, text }) => {
    const [x, half] = [frame.x(at), (text.length * sizeOfWords) / 3];
    if (x - half < free) return [];
    free = x + half;
    return `<text x="${fixed(x)}" y="${y}" text-anchor="middle" font-size="${sizeOfWords}" fill="#555">${escaped(text)}</text>`;
  });
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? "#000000";
}

function fixed(value: number): string {
  return String(Number(value.toFixed(1)));
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => (value < low ? value : low), values[0] ?? 0);
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => (value > high ? value : high), values.length === 0 ? 1 : 0);
}

/** As text of XML, which has no control characters. */
function escaped(text: string): string {
  const legal = text.toWellFormed().replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");
  return legal.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
