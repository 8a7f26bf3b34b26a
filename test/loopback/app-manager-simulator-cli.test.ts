import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../cli/simulate.ts";
import { temporaryFolders } from "../temporary-folders.ts";
import { makeSpec } from "../unit/simulators/app-manager/world.ts";
import { DEPLOYMENTS, start } from "./app-manager-start.ts";

const makeFolder = temporaryFolders();

type Listed = {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly annotations: object; readonly labels: object };
    readonly spec: object;
    readonly status: { readonly state: string };
  }[];
};

describe("weir simulate", () => {
  const script = `const { run } = await import(${JSON.stringify(new URL("../../cli/simulate.ts", import.meta.url).href)});
process.exit(await run(process.argv.slice(1)));`;

  function launch(...argv: readonly string[]) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", ...argv]);
    const text = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      text.out += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      text.err += chunk;
    });
    const exit = once(child, "exit").then(([code]) => code as number | null);
    return { child, text, exit };
  }

  /** Launches a simulator on a free port, uses it, ends it by a signal and gives its exit code, output and complaints. */
  async function whileServing(
    argv: readonly string[],
    use: (url: string, out: () => string) => Promise<void>,
    signal: NodeJS.Signals = "SIGTERM",
  ) {
    const { child, text, exit } = launch("appmanager", "--port", "0", "--token", "t1", ...argv);
    try {
      await expect.poll(() => text.out, { timeout: 20_000 }).toContain("Ctrl-C");
      await use(/url\s+(\S+)/.exec(text.out)?.[1] ?? "", () => text.out);
    } finally {
      child.kill(signal);
    }
    return [await exit, text.err.replace(/^\(node.*$|^.*Warning.*$/gm, "").trim()];
  }

  async function save(json: unknown): Promise<string> {
    const file = join(makeFolder("simulate"), "file.json");
    await writeFile(file, JSON.stringify(json));
    return file;
  }

  const listed = async (url: string): Promise<Listed> => {
    const reply = await fetch(`${url}${DEPLOYMENTS}`, { headers: { authorization: "Bearer t1" } });
    return (await reply.json()) as Listed;
  };

  it.each(["SIGTERM", "SIGINT"] as const)(
    "serves with the configuration given and ends with 0 on %s",
    async (signal) => {
      const file = await save({ refusedDeleteStatus: 409, delays: { startMs: 3000 } });
      const check = async (url: string) => {
        const config = (await (await fetch(`${url}/config`)).json()) as object;
        const delays = { startMs: 300, cancelMs: 100, jitter: 0.1 };
        expect(config).toMatchObject({ refusedDeleteStatus: 409, delays });
        expect((await listed(url)).items).toEqual([]);
      };
      expect(await whileServing(["--config", file, "--speed", "10"], check, signal)).toEqual([0, ""]);
    },
  );

  it("prints what to do first, and all of it works", async () => {
    const done = await whileServing([], async (url, out) => {
      const lines = out().match(/^ {2}curl .*$/gm) ?? [];
      expect(lines).toHaveLength(4);
      const replies = lines.map((line) => JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" })) as object);
      expect(replies).toMatchObject([
        { kind: "DeploymentList", items: [] },
        { kind: "Deployment", metadata: { name: "hello" } },
        { latencyMs: [50, 200], rate5xx: 0.1 },
        { items: expect.arrayContaining([{ call: "GET /admin", does: "this list" }]) },
      ]);
      expect(out()).toContain(`WEIR_APPMANAGER_URL=${url}`);
    });
    expect(done).toEqual([0, ""]);
  });

  it("begins with examples that behave as the help says", async () => {
    const done = await whileServing(["--examples", "--speed", "1000"], async (url) => {
      const states = async () => {
        const { items } = await listed(url);
        return Object.fromEntries(items.map(({ metadata, status }) => [metadata.name, status.state]));
      };
      const expected = { orders: "RUNNING", "nightly-report": "RUNNING", "broken-upload": "FAILED" };
      await expect.poll(states, { timeout: 20_000 }).toEqual(expected);
    });
    expect(done).toEqual([0, ""]);
  });

  it("begins with the deployments that another one listed, locks included, and in any namespace", async () => {
    const annotations = { "ververica.platform/managed-by-operator": "op-1", "ververica.platform/cr-uid": "uid-1" };
    const saved = [
      { metadata: { name: "a", annotations, labels: { team: "x" } }, spec: makeSpec("CANCELLED") },
      { metadata: { name: "b", namespace: "other" }, spec: makeSpec("CANCELLED") },
    ];
    let first: Listed | undefined;
    await whileServing(["--deployments", await save(saved)], async (url) => {
      first = await listed(url);
      expect(((await (await fetch(`${url}/config`)).json()) as { namespaces: unknown }).namespaces).toContain("other");
    });
    expect(first?.items).toMatchObject([saved[0]]);
    const again = await whileServing(["--deployments", await save(first)], async (url) => {
      const kept = ({ metadata: { name, annotations, labels }, spec }: Listed["items"][0]) => ({
        name,
        annotations,
        labels,
        spec,
      });
      expect((await listed(url)).items.map(kept)).toEqual(first?.items.map(kept));
    });
    expect(again).toEqual([0, ""]);
  });

  it("tells each call in a line with --verbose, without the token or a control character", async () => {
    const done = await whileServing(["--verbose"], async (url, out) => {
      const json = { "content-type": "application/json" };
      const headers = { authorization: "Bearer t1", "x-vvp-operator-instance": "op-1", ...json };
      const body = JSON.stringify({ metadata: { name: "A" } });
      await fetch(`${url}${DEPLOYMENTS}`, {
        method: "POST",
        headers,
        body,
      });
      await fetch(`${url}/config`, {
        method: "PUT",
        headers: json,
        body: JSON.stringify({ next: [{ kind: "garbage" }] }),
      });
      await fetch(`${url}/api/v1/status`);
      await expect.poll(out).toContain("/api/v1/status ");
      const lines = out().slice(out().indexOf("Ctrl-C.")).split("\n").slice(1, -1);
      expect(lines.map((line) => line.replace(/^[\d:.]{12} /, ""))).toEqual([
        `400 POST   ${DEPLOYMENTS}  (by op-1; 'A' is not a valid name)`,
        "200 GET    /api/v1/status  (fault garbage)",
      ]);
    });
    expect(done).toEqual([0, ""]);
  });

  it("says what to do when the port is taken, and ends with 1", async () => {
    const { url } = await start();
    const { text, exit } = launch("appmanager", "--port", new URL(url).port);
    expect(await exit).toBe(1);
    expect(text.err).toContain(`port ${new URL(url).port} is in use; --port 0 picks a free one`);
  });

  it.each([
    {
      name: "a knob that is wrong",
      flag: "--config",
      json: { rate429: 7, hnag: 1 },
      says: ["rate429: ", "hnag: is not a known"],
    },
    { name: "deployments that are none", flag: "--deployments", json: { deployments: [] }, says: ["list 'items'"] },
    {
      name: "a deployment that is refused",
      flag: "--deployments",
      json: [{ metadata: { name: "a" }, spec: {} }],
      says: ["a: ", "spec.template.spec.artifact is required"],
    },
  ])("ends with 2 for a file with $name, and says where it is", async ({ flag, json, says }) => {
    const { text, exit } = launch("appmanager", "--port", "0", flag, await save(json));
    expect(await exit).toBe(2);
    for (const part of says) expect(text.err).toContain(part);
    expect(text.out).toBe("");
  });

  it.each([
    { name: "an unknown flag", why: "named", argv: ["appmanager", "--prot", "1"], says: "--prot", code: 2 },
    { name: "an unknown backend", why: "named", argv: ["flink"], says: "flink", code: 2 },
    { name: "no backend", why: "the known ones are named", argv: [], says: "appmanager", code: 2 },
    {
      name: "a port that is no number",
      why: "flag and value",
      argv: ["appmanager", "--port", "x"],
      says: "--port cannot be 'x'",
      code: 2,
    },
    {
      name: "speed 0",
      why: "flag and value",
      argv: ["appmanager", "--speed", "0"],
      says: "--speed cannot be '0'",
      code: 2,
    },
    {
      name: "a negative seed",
      why: "flag and value",
      argv: ["appmanager", "--seed=-1"],
      says: "--seed cannot be",
      code: 2,
    },
    {
      name: "a token of two words",
      why: "what it may be",
      argv: ["appmanager", "--token", "a b"],
      says: "--token must",
      code: 2,
    },
    {
      name: "a missing file",
      why: "flag and path",
      argv: ["appmanager", "--config", "/nowhere.json"],
      says: "/nowhere.json",
      code: 2,
    },
  ])("ends with $code for $name", async ({ argv, says, code }) => {
    const { text, exit } = launch(...argv);
    expect(await exit).toBe(code);
    expect(text.err).toContain(says);
    expect(text.err).toContain("--help");
    expect(text.out).toBe("");
  });

  it("explains itself, each flag in a line of its own", async () => {
    const { text, exit } = launch("--help");
    expect([await exit, text.out.startsWith("Usage: weir simulate appmanager")]).toEqual([0, true]);
    const flags = [...text.out.matchAll(/^ {2}--(\w+) /gm)].map(([, flag]) => flag);
    expect(flags.sort()).toEqual(Object.keys(OPTIONS).sort());
  });
});
