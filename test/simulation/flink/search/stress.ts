import { makeDice, pick } from "../../dice.ts";
import { type Fault, faultsOf, flinkIoKinds, type IoKind, ioKinds } from "../../faults.ts";
import type { FaultPlan } from "../../network.ts";
import { type FlinkDeed, type Subject, subjects } from "./deeds.ts";
import { drawFlinkSchedule, type FlinkSchedule } from "./schedule.ts";

/** What is asked for while the job runs, so that every kind of call is made. */
const requests: readonly FlinkDeed[] = ["args", "args", "scale", "suspend", "askSavepoint", "askRestart", "snapshot"];

/** Kinds of calls that only some subjects make, or that few deeds lead to. */
const rare: { readonly [Kind in IoKind]?: readonly [Subject, FlinkDeed] } = {
  "flink run": ["session", "args"],
  "flink jar": ["session", "args"],
  "flink cancel": ["cancelled", "args"],
  "flink trigger": ["savepoint", "askSavepoint"],
  "objects patch": ["standalone", "scale"],
  "objects delete": ["standalone", "args"],
};

/** A pair of a call and a fault, as a seed is about it. */
export interface Aim {
  readonly kind: IoKind;
  readonly fault: Fault;
}

/** Every pair that a run of the Flink kinds can meet, of these as coverage names them. */
export function aimsAt(pairs: readonly string[]): readonly Aim[] {
  const all = [...ioKinds, ...flinkIoKinds].flatMap((kind) => faultsOf[kind].map((fault) => ({ kind, fault })));
  return all.filter(({ kind, fault }) => pairs.includes(`${kind} × ${fault}`));
}

/** The schedule of a seed with a job that runs, is changed and goes, of a subject that makes the calls which are aimed at. */
export function stressedFlink(seed: number, { kind }: Aim): FlinkSchedule {
  const drawn = drawFlinkSchedule(seed);
  const dice = makeDice(seed ^ 0x57e55);
  const asked = [0, 1].map((index) => ({ at: 28_000 + 20_000 * index, deed: pick(requests, dice.at(2, index)) }));
  const [subject, also] = rare[kind] ?? [pick(subjects, dice.at(3)), pick(requests, dice.at(4))];
  return {
    ...drawn,
    subject,
    setting: { ...drawn.setting, tickMs: 30_000 },
    deeds: [{ at: 0, deed: "apply" }, { at: 14_000, deed: also }, ...asked, { at: 70_000, deed: "remove" }],
    faults: { swarm: [] },
    calmAt: 95_000,
  };
}

/** Has one kind of call meet one fault, the first time and now and then after that, and every other call none. */
export function aimed({ seed, calmAt }: FlinkSchedule, { kind, fault }: Aim): FaultPlan {
  const dice = makeDice(seed ^ 0x0a1f);
  let isFirst = true;
  return (place, met, now) => {
    if (met !== kind || now >= calmAt) return undefined;
    const isMet = isFirst || dice.at(place) < 0.3;
    isFirst = false;
    return isMet ? fault : undefined;
  };
}
