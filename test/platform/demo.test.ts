import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { expectAllGone, startDemo } from "./demo-process.ts";

/** What the timeline must say, each in its step. */
const said = [
  "ValidatingAdmissionPolicy 'weir-vvpdeployments'",
  "numberOfTaskManagers: Required value: is required in PUT mode",
  'admission webhook "validate.weir.dev" denied the request',
  'Warning: metadata.annotations["weir.dev/nonce-policy"]: is neither "Wait" nor "Block"',
  "admitted field for field; the platform has all 7 of them",
  "admitted field for field; the platform has all 14 of them",
  "holds 1 request to itself while the job starts",
  "Warning: preview: stops the job through a savepoint (state RUNNING → SUSPENDED)",
  "reconcile woke as pid",
  "spec.deployment.metadata.name: Forbidden: is immutable",
  "all of this without one tick: refresh was never started",
  "the source is back, the event is not",
  "A tick heals it",
  "DeletionBlocked True, DeploymentStillActive",
  "none, every function is at zero",
];

it("runs from apply to deletion, stays up with --keep, ends with 0 on Ctrl-C", { timeout: 300_000 }, async () => {
  const { child, text, closed } = startDemo(["--keep"]);
  try {
    await expect.poll(() => text.out + text.err, { timeout: 180_000 }).toContain("Stop with Ctrl-C.");
    for (const line of said) expect(text.out).toContain(line);
    const warned = [...text.out.matchAll(/Warning: (.*)/g)].map(([, warning]) => warning ?? "");
    expect(warned.filter((warning) => !warning.startsWith("preview: "))).toEqual([
      expect.stringContaining('["weir.dev/nonce-policy"]'),
    ]);
    expect(text.out).toMatch(/Done: 14 steps as expected in \d+\.\d s/);
    expect(text.out).not.toContain("\u001b");
    expect(text.out.match(/NAME +ACTUAL +INSTANCE-ID .*DELETIONBLOCKED$/gm)?.length).toBeGreaterThan(5);
    const kubeconfig = /KUBECONFIG=(\S+)/.exec(text.out)?.[1] ?? "";
    expect(existsSync(kubeconfig)).toBe(true);
    expect(text.out).toContain("ce-type: dev.weir.reconcile.requested");
    child.kill("SIGINT");
    expect([await closed, text.err]).toEqual([0, ""]);
    expect(existsSync(kubeconfig)).toBe(false);
    await expectAllGone(text.out);
  } finally {
    child.kill("SIGTERM");
  }
});

it.each([
  { signal: "SIGINT", code: 130, why: "Ctrl-C" },
  { signal: "SIGTERM", code: 143, why: "a stop from outside" },
] as const)("leaves no process behind when it is cut short by $why", async ({ signal, code }) => {
  const { child, text, closed } = startDemo();
  await expect.poll(() => text.out + text.err).toContain("holds 1 request to itself");
  child.kill(signal);
  expect(await closed).toBe(code);
  await expectAllGone(text.out);
});

it.each([
  { name: "an unknown flag", argv: ["--fast"], code: 2, says: "--fast" },
  { name: "a word too many", argv: ["now"], code: 2, says: "now" },
  { name: "an unknown platform", argv: ["--platform=cloud"], code: 2, says: "embedded or real, not cloud" },
  { name: "another demo", argv: ["vvp"], code: 2, says: "there is no demo vvp; there is flink" },
  {
    name: "flink on a platform that is not there",
    argv: ["flink", "--platform=real"],
    more: { WEIR_REAL_CACHE: "/nowhere" },
    code: 2,
    says: "weir demo: ",
  },
  { name: "flink on an unknown platform", argv: ["flink", "--platform=cloud"], code: 2, says: "real, not cloud" },
  { name: "flink with --keep", argv: ["flink", "--keep"], code: 2, says: "nothing to --keep" },
  { name: "flink", argv: ["flink"], code: 0, says: "Done: 9 steps as expected" },
  { name: "--help", argv: ["--help"], code: 0, says: "Usage: weir demo" },
])("answers $name at once", async ({ argv, code, says, more = {} }) => {
  const { text, closed } = startDemo(argv, undefined, more);
  expect(await closed).toBe(code);
  expect(text.out + text.err).toContain(says);
});
