import { setTimeout as sleep } from "node:timers/promises";
import { deliver, sourceHeaders } from "../../scenario-rig.ts";
import { tickHeaders } from "../rbac/event-rows.ts";
import { namespace, type Rig } from "../rbac/rig.ts";

/** An answer to an event that was sent beside those of the source; `sentAt` by `performance.now()`. */
export interface Answered {
  readonly to: "reconcile" | "refresh";
  readonly sentAt: number;
  readonly status: number;
}

/** Users who edit and sources that send, without a pause. */
export interface Load {
  readonly answers: readonly Answered[];
  /** Edits that the API server took. */
  edits(): number;
  /** Ends it; resolves when the last answer is there. */
  stop(): Promise<void>;
}

const pauseMs = 15;

/** Starts to edit the parallelism of each resource in turn, and to send events and ticks. */
export function startLoad(rig: Rig, names: readonly string[]): Load {
  const answers: Answered[] = [];
  let edits = 0;
  let going = true;
  const again = async (job: (turn: number) => Promise<void>) => {
    for (let turn = 0; going; turn += 1) {
      await job(turn);
      await sleep(pauseMs);
    }
  };
  const nameOf = (turn: number) => names[turn % names.length] ?? "";
  const send = async (to: Answered["to"], headers: Record<string, string>) => {
    const sentAt = performance.now();
    const { status } = await deliver(rig[to].url, headers);
    answers.push({ to, sentAt, status });
  };
  const edit = async (turn: number) => {
    const round = Math.floor(turn / names.length);
    const spec = { deployment: { spec: { template: { spec: { parallelism: 1 + (round % 5) } } } } };
    const taken = await rig.change(nameOf(turn), { spec }).then(
      () => 1,
      () => 0,
    );
    edits += taken;
  };
  const event = (turn: number) =>
    send("reconcile", { ...sourceHeaders(nameOf(turn)), "ce-namespace": namespace, "ce-id": `load-${turn}` });
  const running = [again(edit), again(event), again(() => send("refresh", tickHeaders))];
  return {
    answers,
    edits: () => edits,
    stop: async () => {
      going = false;
      await Promise.all(running);
    },
  };
}
