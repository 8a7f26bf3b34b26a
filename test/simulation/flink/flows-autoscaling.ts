import { flinkApplication } from "../../builders/flink-deployment.ts";
import { adaptive, args, larger, lastState } from "./acts.ts";
import type { Flow } from "./flow.ts";
import { autoscaled, tuned, wishes, wishesMemory } from "./wishes.ts";

const disabled = { spec: { flinkConfiguration: { "job.autoscaler.enabled": "false" } } } as const;
const untuned = { spec: { flinkConfiguration: { "job.autoscaler.memory.tuning.enabled": "false" } } } as const;
const roomier = { spec: { taskManager: { resource: { memory: "3g" } } } } as const;
const reset = { spec: { job: { autoscalerResetNonce: 1 } } } as const;

/** Stories of what the autoscaler wishes. */
export const autoscalings: readonly Flow[] = [
  {
    name: "a wish of the autoscaler, in place",
    why: "DV-27: the same job takes it, and the spec stays the user's",
    start: flinkApplication(adaptive, autoscaled),
    steps: [{ act: wishes(3, 5) }, { act: wishes(1, 2) }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, sizes: [1, 2] },
  },
  {
    name: "a wish of the autoscaler, with the scheduler that cannot",
    why: "DV-27: the usual upgrade brings it",
    start: flinkApplication(lastState, autoscaled),
    steps: [{ act: wishes(3, 5) }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [3, 5] },
  },
  {
    name: "an upgrade of a job that was scaled",
    why: "DV-27: what was wished survives it",
    start: flinkApplication(adaptive, lastState, autoscaled),
    steps: [{ act: wishes(3, 5) }, { edit: args }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [3, 5], args: "--env;prod" },
  },
  {
    name: "a wish for a standalone job, in place",
    why: "DV-27: its TaskManagers are scaled with it",
    start: flinkApplication(adaptive, autoscaled, { mode: "standalone" }),
    steps: [{ act: wishes(3, 6) }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, sizes: [3, 6] },
  },
  {
    name: "the autoscaler is switched off",
    why: "DV-27: the job goes back to what its spec says",
    start: flinkApplication(adaptive, autoscaled),
    steps: [{ act: wishes(3, 5) }, { edit: disabled }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [4, 4] },
  },
  {
    name: "the autoscaler is reset by its nonce",
    why: "DV-27: what was wished before is forgotten with the rest",
    start: flinkApplication(adaptive, autoscaled),
    steps: [{ act: wishes(3, 5) }, { edit: reset }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [4, 4] },
  },
  {
    name: "the user asks for another parallelism after a wish",
    why: "DV-27: a word of the user's about the size wins over what was wished before it",
    start: flinkApplication(adaptive, autoscaled),
    steps: [{ act: wishes(3, 5) }, { edit: larger }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [6, 6] },
  },
  {
    name: "a wish with memory",
    why: "DV-48: no process that runs takes other memory, so that an upgrade brings both",
    start: flinkApplication(adaptive, lastState, autoscaled, tuned),
    steps: [{ act: wishesMemory(3, 5, 1024) }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [3, 5], memory: "1024m" },
  },
  {
    name: "a wish with memory, and then of another parallelism alone",
    why: "DV-48: with the same memory that is taken in place; without any, the spec's comes back by an upgrade",
    start: flinkApplication(adaptive, lastState, autoscaled, tuned),
    steps: [{ act: wishesMemory(3, 5, 1024) }, { act: wishesMemory(3, 6, 1024) }, { act: wishes(3, 7) }],
    end: { lifecycle: "STABLE", starts: 3, running: 1, sizes: [3, 7], memory: "2048m" },
  },
  {
    name: "the user says another memory after a wish with some",
    why: "DV-48: his word wins, and the parallelism stays as it was wished",
    start: flinkApplication(adaptive, lastState, autoscaled, tuned),
    steps: [{ act: wishesMemory(3, 5, 1024) }, { edit: roomier }],
    end: { lifecycle: "STABLE", starts: 3, running: 1, sizes: [3, 5], memory: "3072m" },
  },
  {
    name: "memory is not to be tuned any more",
    why: "DV-48: the spec's comes back, and the parallelism stays as it was wished",
    start: flinkApplication(adaptive, lastState, autoscaled, tuned),
    steps: [{ act: wishesMemory(3, 5, 1024) }, { edit: untuned }],
    end: { lifecycle: "STABLE", starts: 3, running: 1, sizes: [3, 5], memory: "2048m" },
  },
];
