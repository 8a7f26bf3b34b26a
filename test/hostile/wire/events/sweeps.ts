import { binary, type EventCase, events } from "./event-case.ts";
import { noNames } from "./names.ts";

const sound = { holder: "forged", kind: "VvpDeployment", namespace: "", continue: "" };
const sweep = (data: object) => binary({ type: "dev.weir.sweep" }, JSON.stringify(data));
const noTexts: readonly unknown[] = [null, 0, true, [], {}, undefined];
const tokens = [
  "",
  "x",
  "../..",
  "&limit=100000",
  "%00",
  "\u0000",
  "a".repeat(500_000),
  "\ud800",
  '{"v":"meta.k8s.io/v1"}',
];

/** Forged sweeps: without the lease nothing is done, whatever they say. */
export const sweepCases: readonly EventCase[] = [
  ...Object.keys(sound).flatMap((name) =>
    events(
      `sweep-no-${name}`,
      [400],
      noTexts.map((value) => sweep({ ...sound, [name]: value })),
    ),
  ),
  ...events(
    "sweep-kind",
    [400],
    noNames.map((kind) => sweep({ ...sound, kind })),
  ),
  ...events(
    "sweep-namespace",
    [400],
    noNames.map((namespace) => sweep({ ...sound, namespace })),
  ),
  ...events(
    "sweep-holder",
    [204],
    ["x", "__proto__", "another sweep ", "\u0000", "x".repeat(128)].map((holder) => sweep({ ...sound, holder })),
    0,
  ),
  ...events("sweep-long-holder", [400], [sweep({ ...sound, holder: "x".repeat(100_000) })]),
  ...events(
    "sweep-token",
    [204],
    tokens.map((token) => sweep({ ...sound, continue: token })),
    0,
  ),
  ...events(
    "sweep-other-kind",
    [204],
    ["Secret", "constructor"].map((kind) => sweep({ ...sound, kind })),
    0,
  ),
];

/** Positions for a sweep whose lease the sender knows: at most what a tick does. */
export const positions: readonly object[] = [
  ...tokens.map((token) => ({ continue: token })),
  ...["default", "kube-system", "my-deploy-namespace"].map((namespace) => ({ namespace })),
  ...["Secret", "constructor", "Vvpdeployment"].map((kind) => ({ kind, continue: "x" })),
];

/** A sweep event with that holder and position. */
export function sweepFrom(holder: string, position: object) {
  return sweep({ ...sound, ...position, holder });
}
