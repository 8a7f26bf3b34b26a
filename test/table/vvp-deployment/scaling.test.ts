import { describe, expect, it } from "vitest";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import { judgeScaling } from "../../../shared/kinds/vvp-deployment/scaling.ts";
import type { VvpDeployment } from "../../../shared/kinds/vvp-deployment/schema.ts";
import type { Autopilot, Deployment } from "../../../shared/ports/app-manager.ts";
import { vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { settings } from "./admission-rig.ts";

const minute = 60_000;
const now = 100 * minute;
const active = (scaling?: boolean): Autopilot => ({ mode: "ACTIVE", parallelism: undefined, scaling });
const failed: Autopilot = { mode: "UNKNOWN", why: "it is not an object" };
const linked: OperatorRecord = { v: 1, uid: "uid-1", generation: 1, input: "", id: "1", applied: "is", intents: [] };

interface Case {
  readonly name: string;
  readonly why: string;
  readonly memory?: number;
  readonly autopilot?: Autopilot;
  readonly desired?: string;
  readonly state?: Deployment["state"];
  readonly wants?: string;
  readonly record?: Partial<OperatorRecord>;
  readonly leaves: OperatorRecord["scaling"];
}

const since = (scaling: OperatorRecord["scaling"]) => ({ ...(scaling && { scaling }) });
const restart = { key: "restart", attempt: 1, at: 0, content: "1#1" };

const cases: readonly Case[] = [
  { name: "told, without a memory", why: "the platform's word needs none", autopilot: active(true), leaves: undefined },
  {
    name: "told, with a memory",
    why: "AMB-33: since when it is seen",
    memory: minute,
    autopilot: active(true),
    leaves: { since: now },
  },
  {
    name: "silence begins",
    why: "AMB-33: it counts from the first look that found nothing",
    memory: minute,
    record: since({ since: 1 }),
    leaves: { since: 1, at: now },
  },
  {
    name: "an error, shorter than the memory",
    why: "AMB-33",
    memory: minute,
    autopilot: failed,
    record: since({ since: 1, at: now - minute + 1 }),
    leaves: { since: 1, at: now - minute + 1 },
  },
  {
    name: "silence, as long as the memory",
    why: "AMB-33, R121: from here on it fails open",
    memory: minute,
    record: since({ since: 1, at: now - minute }),
    leaves: undefined,
  },
  { name: "silence without a memory", why: "R121", record: since({ since: 1 }), leaves: undefined },
  {
    name: "told that it has ended",
    why: "R119",
    memory: minute,
    autopilot: active(false),
    record: since({ since: 1 }),
    leaves: undefined,
  },
  {
    name: "another state that nobody asked for",
    why: "AMB-16 (3)",
    autopilot: active(),
    desired: "CANCELLED",
    leaves: { since: now },
  },
  {
    name: "a mode that is not ACTIVE",
    why: "AMB-16 (3)",
    autopilot: { mode: "MONITORING", parallelism: undefined, scaling: undefined },
    desired: "CANCELLED",
    leaves: undefined,
  },
  {
    name: "a transition alone",
    why: "AMB-16 (3): most are our own, and there is no state to hold back",
    autopilot: active(),
    state: "TRANSITIONING",
    leaves: undefined,
  },
  {
    name: "the transition back",
    why: "AMB-16 (3): it lasts until the job runs",
    autopilot: active(),
    state: "TRANSITIONING",
    record: since({ since: 1 }),
    leaves: { since: 1 },
  },
  { name: "the job runs again", why: "R119", autopilot: active(), record: since({ since: 1 }), leaves: undefined },
  {
    name: "an edit that is still to be projected",
    why: "AMB-16 (3): it is the user who wants another state",
    autopilot: active(),
    desired: "CANCELLED",
    record: { applied: "was" },
    leaves: undefined,
  },
  {
    name: "a stop of our own",
    why: "AMB-16 (3), AMB-32",
    autopilot: active(),
    desired: "SUSPENDED",
    record: { intents: [restart] },
    leaves: undefined,
  },
  {
    name: "a user who wants a stop",
    why: "AMB-16 (3): nobody waits for a guess against a wish",
    autopilot: active(),
    desired: "CANCELLED",
    wants: "SUSPENDED",
    record: since({ since: 1 }),
    leaves: undefined,
  },
];

describe("what is remembered of a scaling", () => {
  it.each(cases)("$name ($why)", ({ memory = 0, autopilot, record, leaves, ...shown }) => {
    const { desired: desiredState = "RUNNING", state = desiredState as Deployment["state"], wants = "RUNNING" } = shown;
    const deployment = { id: "1", desiredState, state, ...(autopilot && { autopilot }) } as Deployment;
    const sight = {
      object: vvpDeployment("PATCH", { metadata: { generation: 1 }, ...wanted(wants) }) as VvpDeployment,
      backend: { found: "own", deployment } as const,
      settings: { ...settings, scalingMemoryMs: memory },
      content: "is",
      now,
    };
    const { scaling, ...rest } = judgeScaling({ ...linked, ...record }, sight) ?? {};
    const { scaling: _before, ...known } = { ...linked, ...record };
    expect([scaling, rest]).toEqual([leaves, known]);
  });

  it("is left as it is while the platform cannot be asked", () => {
    const record = { ...linked, scaling: { since: 1 } };
    const fault = { code: "Unavailable", message: "down", applied: "no" } as const;
    const object = vvpDeployment("PATCH") as VvpDeployment;
    expect(judgeScaling(record, { object, backend: { found: "unknown", fault }, settings, content: "is", now })).toBe(
      record,
    );
  });
});
