import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { neverAvailable } from "../../../shared/kinds/flink-deployment/never-available.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const available = (status: string, seconds: number) => ({
  type: "Available",
  status,
  lastTransitionTime: at(seconds),
});
const progressing = (reason: string) => ({ type: "Progressing", status: "True", reason, lastTransitionTime: at(9) });

const rows: readonly {
  readonly name: string;
  readonly why: string;
  readonly conditions: readonly JsonObject[];
  readonly generation?: number;
  readonly never: boolean;
}[] = [
  { name: "no status yet", why: "no controller has looked at it", conditions: [], never: true },
  {
    name: "unavailable from the start",
    why: "the status of an image that cannot be pulled",
    conditions: [available("False", 1), progressing("ReplicaSetUpdated")],
    never: true,
  },
  {
    name: "unavailable from the start, without progress",
    why: "a Deployment without a deadline has no Progressing",
    conditions: [available("False", 2)],
    never: true,
  },
  {
    name: "unavailable since its first status, which came late",
    why: "a busy controller writes it seconds after the creation, and the first rollout was never complete",
    conditions: [available("False", 7), progressing("ReplicaSetUpdated")],
    never: true,
  },
  {
    name: "unavailable until the deadline of its first rollout",
    why: "the deadline ends no rollout",
    conditions: [available("False", 7), progressing("ProgressDeadlineExceeded")],
    never: true,
  },
  {
    name: "unavailable again",
    why: "a rollout that was complete stays so",
    conditions: [available("False", 7), progressing("NewReplicaSetAvailable")],
    never: false,
  },
  {
    name: "unavailable since another rollout",
    why: "somebody restarted it; what its first rollout came to is not told any more",
    conditions: [available("False", 7), progressing("ReplicaSetUpdated")],
    generation: 2,
    never: false,
  },
  {
    name: "unavailable later, without progress",
    why: "nothing tells of the time before",
    conditions: [available("False", 7)],
    never: false,
  },
  {
    name: "available",
    why: "it answers",
    conditions: [available("True", 1), progressing("NewReplicaSetAvailable")],
    never: false,
  },
  {
    name: "conditions that are none",
    why: "rubbish is no proof that nothing ran",
    conditions: [{ type: "Available", status: "False", lastTransitionTime: 7 }, { type: "Progressing" }],
    never: false,
  },
];

describe("whether a JobManager's Deployment was never available", () => {
  it.each(rows)("$name", ({ conditions, generation = 1, never }) => {
    const metadata = { name: "orders", generation, creationTimestamp: at(0) };
    expect(neverAvailable({ metadata, status: { conditions } })).toBe(never);
  });
});
