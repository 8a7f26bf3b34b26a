import { describe, expect, it } from "vitest";
import { toLines } from "../../../cli/explain/to-lines.ts";
import { parsed, UsageError } from "../../../cli/usage-error.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { runWeir } from "./run-weir.ts";

const key = { kind: "VvpDeployment", namespace: "flink", name: "job" };

function because(why: string): string | undefined {
  const explanation = { found: true, inScope: true, rule: "any", why: "now", asked: [{ name: "any", why }] };
  const line = toLines(key, explanation).find((one) => one.startsWith("Because"));
  return line?.replace(/^Because +/, "");
}

describe("what weir explain gives as the reason", () => {
  it.each([
    { why: "R86–R90: half of the link is gone.", says: "Half of the link is gone." },
    { why: "S8: gone (AMB-23, F13).", says: "Gone." },
    { why: "R107, R108: never deleted.", says: "Never deleted." },
    { why: "F10 step 5: kept.", says: "Kept." },
    { why: "There was none yet (AMB-12). Intents go first (D6).", says: "There was none yet. Intents go first." },
    { why: "Not while it is RUNNING (see above): X12 is no mark there.", says: undefined },
  ])("$why loses its references", ({ why, says }) => expect(because(why)).toBe(says ?? why));

  it("holds no reference for any rule of any kind", () => {
    for (const { why } of kinds.flatMap(({ chain }) => chain)) {
      expect(because(why)).not.toMatch(/\b(R|S|F|X|D|AMB-)\d/);
    }
  });
});

describe("what weir explain would send", () => {
  const endpoint = { url: "http://job-rest.flink.svc:8081" };
  it.each([
    {
      action: {
        type: "kubernetes/apply",
        kind: { kind: "Service" },
        object: { metadata: { namespace: "a", name: "b" } },
      },
      line: "kubernetes/apply Service a/b",
    },
    {
      action: {
        type: "kubernetes/delete",
        kind: { kind: "Deployment" },
        key: { namespace: "a", name: "b" },
        seen: { uid: "1" },
      },
      line: "kubernetes/delete Deployment a/b",
    },
    { action: { type: "flink/cancel", endpoint, jobId: "0a" }, line: `flink/cancel job 0a at ${endpoint.url}` },
    { action: { type: "flink/dispose", endpoint }, line: `flink/dispose at ${endpoint.url}` },
  ])("is told as $line", ({ action, line }) => {
    const explanation = { found: true, inScope: true, asked: [], actions: [action] };
    expect(toLines({ ...key, kind: "FlinkDeployment" }, explanation).map((one) => one.trim())).toContain(line);
  });
});

describe("a wrong command line", () => {
  it("is told without Node's advice, which fits no command of ours", () => {
    const complaint = "Unknown option '--bogus'. To specify a positional argument starting with a '-', place it after";
    const parse = () => {
      throw new TypeError(complaint);
    };
    expect(() => parsed(parse)).toThrow(new UsageError("Unknown option '--bogus'"));
  });

  it.each([["status"], ["explain"], ["demo"], ["simulate flink"], ["simulate appmanager"]])(
    "%s names the flag and its own help only",
    async (name) => {
      const { code, err } = await runWeir([...name.split(" "), "--bogus"]);
      expect([code, err]).toEqual([2, `weir ${name}: Unknown option '--bogus'\nTry 'weir ${name} --help'.\n`]);
    },
  );

  it("has its unknown kind told before the variables that are missing", async () => {
    const { code, err } = await runWeir(["explain", "pod/x"]);
    expect([code, err]).toEqual([2, expect.stringContaining("unknown kind 'pod'; known: vvpdeployment")]);
    expect(err).not.toContain("WEIR_");
  });

  it("has a setting refused that the functions refuse (AMB-6)", async () => {
    const env = {
      WEIR_INSTANCE_ID: "a",
      WEIR_APPMANAGER_URL: "http://127.0.0.1:1",
      WEIR_INFORMATIONAL_CONDITIONS: "Foo",
    };
    const { code, err } = await runWeir(["explain", "vvpd/x"], env);
    expect([code, err]).toEqual([2, expect.stringContaining("WEIR_INFORMATIONAL_CONDITIONS names Foo; this version")]);
  });
});
