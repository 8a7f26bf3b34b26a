import { lasting, rate } from "../../shared/autoscaler/explain/sentence.ts";
import { align, toAge } from "../table.ts";
import type { Answer, AnsweredVertex } from "./make-answer.ts";

/** An answer as text. */
export function toLines(answer: Answer): string[] {
  const { kind, namespace, name, says, meaning, action, remarks, vertices } = answer;
  return [
    `${kind} ${namespace}/${name}`,
    "",
    ...align([
      ...reasonRow(answer),
      ["Because", says],
      ...(meaning === undefined ? [] : [["Meaning", meaning]]),
      ...(action === undefined ? [] : [["To do", action]]),
      ...windowRow(answer),
      ...wishRow(answer),
      ...remarks.map((remark) => ["Note", remark]),
    ]),
    ...(vertices.length === 0 ? [] : ["", ...align([head, ...vertices.map(toCells)])]),
  ];
}

const unknown = "an unknown time";

function reasonRow({ reason, at = unknown, ageMs }: Answer): string[][] {
  if (reason === undefined) return [];
  const age = ageMs !== undefined && Number.isFinite(ageMs) ? ` (${toAge(ageMs)} ago)` : "";
  return [["Answer", `${reason}, at ${at}${age}`]];
}

function windowRow({ window }: Answer): string[][] {
  if (window === undefined) return [];
  const { samples, filledMs, wholeMs } = window;
  return [["Window", `${samples} samples over ${lasting(filledMs)}; it is ${lasting(wholeMs)} long`]];
}

function wishRow({ wish }: Answer): string[][] {
  if (wish === undefined) return [];
  const { decidedAt = unknown, holds } = wish;
  const carried = holds ? "passes carry it out" : "it does not hold any more, since the user has said another size";
  const memory = Object.entries(wish.memory ?? {}).map(([key, value]) => `${key}: ${value}`);
  return [
    ["Wish", `decided at ${decidedAt}; ${carried}`],
    ...(memory.length === 0 ? [] : [["Memory", `of TaskManagers, with that wish: ${memory.join(", ")}`]]),
  ];
}

const head = ["VERTEX", "DESIRED", "DELAYED", "LAST RESCALE"];

function toCells({ vertex, desired, delayed, lastRescale }: AnsweredVertex): string[] {
  return [
    vertex,
    desired === undefined ? "" : String(desired),
    delayed === undefined ? "" : `to ${delayed.parallelism} until ${delayed.until ?? unknown}`,
    lastRescale === undefined ? "" : rescaleText(lastRescale),
  ];
}

function rescaleText({
  at = unknown,
  from,
  to,
  capacity,
  demand,
  expected,
}: NonNullable<AnsweredVertex["lastRescale"]>) {
  return `${from} to ${to} at ${at}: ${rate(demand)} came in, it could do ${rate(capacity)}, and then ${rate(expected)}`;
}
