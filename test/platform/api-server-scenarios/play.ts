import type { Json, JsonObject } from "../../../simulators/platform/api-server/json.ts";
import type { Answer, Step } from "./scenario.ts";

/** Where a scenario is played. */
export interface Stage {
  readonly url: string;
  /** Name of the run: its namespace and, with `.dev`, its API group. Lower case letters and digits. */
  readonly run: string;
}

/** Plays steps in order against a server and gives the answers, with everything that differs by run replaced by words. */
export async function play(stage: Stage, steps: readonly Step[]): Promise<Answer[]> {
  const seen: Record<string, JsonObject> = {};
  const versions = new Map<string, string>();
  const answers: Answer[] = [];
  await send(
    stage,
    { name: "", method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "@ns" } } },
    seen,
  );
  for (const step of steps) {
    let reply = await send(stage, step, seen);
    for (let tries = 0; tries < 60 && step.until && !step.until(whole(stage, step, reply)); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      reply = await send(stage, step, seen);
    }
    if (step.as) seen[step.as] = reply.body as JsonObject;
    answers.push(shown(stage, step, reply, movement(reply.body, versions)));
  }
  return answers;
}

interface Reply {
  readonly code: number;
  readonly warning: string | null;
  readonly body: Json;
}

async function send(stage: Stage, step: Step, seen: Record<string, JsonObject>): Promise<Reply> {
  const path = typeof step.path === "function" ? step.path(seen) : step.path;
  const given = typeof step.body === "function" ? step.body(seen) : step.body;
  const text = given === undefined ? undefined : typeof given === "string" ? given : JSON.stringify(given);
  const response = await fetch(stage.url + local(stage, path), {
    method: step.method,
    headers: {
      authorization: `Bearer ${step.token ?? "admin"}`,
      "content-type": step.type ?? "application/json",
      "user-agent": "tester/1.0",
      accept: "application/json",
    },
    ...(text === undefined ? {} : { body: local(stage, text) }),
  });
  return { code: response.status, warning: response.headers.get("warning"), body: parsed(await response.text()) };
}

function local(stage: Stage, text: string): string {
  return text.replaceAll("example.dev", `${stage.run}.dev`).replaceAll("@ns", stage.run);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.every((line) => line.startsWith("{")) ? lines.map((line) => JSON.parse(line) as Json) : text;
  }
}

function movement(body: Json, versions: Map<string, string>): Answer["moved"] {
  const { uid, resourceVersion } =
    (body as { metadata?: { uid?: string; resourceVersion?: string } } | null)?.metadata ?? {};
  if (uid === undefined || resourceVersion === undefined) return "none";
  const before = versions.get(uid);
  versions.set(uid, resourceVersion);
  return before === undefined ? "new" : before !== resourceVersion;
}

/** The answer with all of its body. */
function whole(stage: Stage, { name }: Step, reply: Reply): Answer {
  return shown(stage, { name, method: "", path: "" }, reply, "none");
}

function shown(stage: Stage, step: Step, reply: Reply, moved: Answer["moved"]): Answer {
  const body = step.view ? (step.view(reply.body as JsonObject) ?? null) : reply.body;
  const { name } = step;
  return {
    name,
    code: reply.code,
    warning: words(stage, reply.warning) as string | null,
    moved,
    body: words(stage, body),
  };
}

/** Keys whose values differ by run, or that no client relies on. */
const dropped: ReadonlySet<string> = new Set([
  "managedFields",
  "storageVersionHash",
  "uid",
  "resourceVersion",
  "continue",
]);

function words(stage: Stage, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => words(stage, item));
  if (typeof value === "string") return plain(stage, value);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !dropped.has(key));
  const shown = entries.map(([key, item]): [string, Json] => [plain(stage, key), words(stage, item ?? null)]);
  const sorted = shown.map(([key, item]): [string, Json] => [
    key,
    key === "causes" ? byText(item) : key === "message" ? inOrder(item) : item,
  ]);
  return Object.fromEntries(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function plain(stage: Stage, text: string): string {
  return text
    .replaceAll(`${stage.run}.dev`, "example.dev")
    .replaceAll(stage.run, "@ns")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UID")
    .replace(/\\"resourceVersion\\":\\"\d+\\"/g, "VERSION")
    .replace(/(in record \(|current: )\d+/g, "$1N");
}

/** Findings come in any order from a server written in Go. */
function byText(causes: Json): Json {
  if (!Array.isArray(causes)) return causes;
  return [...causes].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function inOrder(message: Json): Json {
  const form = typeof message === "string" ? /^(.* is invalid: )\[(.*)\]$/s.exec(message) : null;
  if (!form) return message;
  return `${form[1]}[${(form[2] ?? "")
    .split(/, (?=[\w.[\]<>']+: )/)
    .sort()
    .join(", ")}]`;
}
