import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { runUnread, runWeir } from "./run-weir.ts";

const commandNames = ["demo", "simulate", "explain", "status", "why", "plot", "autoscaler"];

describe("weir", () => {
  it("lists every command with what it does", async () => {
    const { code, out, err } = await runWeir(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    for (const name of commandNames) expect(out).toMatch(new RegExp(`^  ${name} +[A-Z]`, "m"));
  });

  it("ends as SIGPIPE would, without a word, where nobody reads what it prints", async () => {
    expect(await runUnread(["--help"])).toEqual({ code: 141, err: "" });
  });

  it("prints its version", async () => {
    expect(await runWeir(["--version"])).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
  });

  it.each(commandNames)("%s tells how it is used", async (name) => {
    const { code, out, err } = await runWeir([name, "--help"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`^Usage: weir ${name} `));
  });

  it.each([
    { name: "no command", why: "the commands are listed", argv: [], says: "" },
    { name: "an unknown one", why: "with the nearest", argv: ["stauts"], says: "Did you mean 'status'?" },
    { name: "a name that every object has", why: "it is none", argv: ["constructor"], says: "unknown command" },
    { name: "a wrong flag", why: "it is named", argv: ["status", "--nope"], says: "--nope" },
    { name: "explain without a resource", why: "the form is shown", argv: ["explain"], says: "vvpdeployment/NAME" },
    { name: "explain with half a name", why: "as above", argv: ["explain", "vvpd/"], says: "vvpdeployment/NAME" },
    {
      name: "an unknown format",
      why: "both are named",
      argv: ["explain", "vvpd/x", "-o", "xml"],
      says: "text or json",
    },
    { name: "no environment", why: "the variable is named", argv: ["explain", "vvpd/x"], says: "WEIR_INSTANCE_ID" },
    { name: "no cluster", why: "the ways are named", argv: ["status"], says: "--kubeconfig FILE or set KUBECONFIG" },
  ])("ends with 2 at $name ($why)", async ({ argv, says }) => {
    const { code, err } = await runWeir(argv);
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err).not.toContain("    at ");
  });

  it("ends with 1 and one line when the API server cannot be reached", async () => {
    const { code, out, err } = await runWeir(["status", "--kubeconfig", "/nowhere"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err.trimEnd().split("\n")).toEqual([expect.stringContaining("/nowhere")]);
  });
});
