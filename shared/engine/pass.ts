import type { Outcome, Plan } from "../core/action.ts";
import { equals } from "../core/diff.ts";
import { type Fault, isOperatorError } from "../core/error.ts";
import { isObject } from "../core/json.ts";
import type { Conclusion } from "../core/kind.ts";
import { type Key, type KubeObject, keyOf } from "../core/object.ts";
import type { Read } from "../ports/cluster.ts";
import type { PortAction } from "../ports/ports.ts";
import { announce } from "./announce.ts";
import { confirmUnchanged, needsLook } from "./confirm-unchanged.ts";
import type { Engine, EngineKind, PassEnd, PassResult } from "./engine.ts";
import { isGivenUp } from "./given-up.ts";
import { hasCode } from "./has-code.ts";
import { perform } from "./perform.ts";
import { unlessRefused, type Written, withheld } from "./refusal.ts";
import { withGrace } from "./with-grace.ts";
import { releaseObject, writeMemory, writeStatus } from "./write.ts";

/**
 * How long after the read of an object an effect may still be sent, in milliseconds. An intent counts its quarantine from
 * that read, so a process that was frozen in between must not wake up and send (`perf-reliability.md` 4.4).
 */
const sendWindowMs = 15_000;

/**
 * Attempts of one pass. What it did not send, a later look finds out as well. What it sent and could not record, it alone
 * knows of: to a later look the platform is as the record of whoever won says.
 */
const mostAttempts = { usual: 2, unrecorded: 5 } as const;

/**
 * How long a pass leaves an API server alone that asked for it (`Retry-After`) while an effect of its own is on no record,
 * in milliseconds. One that is overloaded asks for up to 32 s, and the caller has no such time.
 */
const longestPauseMs = 2_500;

/**
 * One pass over one resource: gather, decide, perform, project, write (D3).
 *
 * Guarantees: a fault of a backend ends as a condition and never as an exception; a lost race with another writer is
 * repeated once from a fresh read, or up to four times while an effect of the pass is on no record, its signal
 * notwithstanding, and then left to a later look (`moving`). So is, but for the object's end, whatever call of the API
 * server fails while one is, with a pause of 2.5 s at most where it asks for one; the last failure rejects. Every write has
 * a precondition. What people are told of goes out last and has no say in how the pass ends. What the API server refuses to
 * record is not sent, and the status says so: a refusal does not pass by itself, so that the pass ends `settled` and no
 * event is repeated for it.
 * Assumptions: rejects only with an `OperatorError` of the API server, which the caller answers with 503 (D7), or with a
 * defect.
 */
export async function pass(engine: Engine, kind: EngineKind, key: Key, signal: AbortSignal): Promise<PassResult> {
  const startedAt = engine.clock.monotonic();
  const tries: Tries = { sent: [], news: [] };
  const what = await attempts(engine, kind, key, signal, tries);
  await announce(engine, key, tries.news, signal);
  const result: PassResult = { key, ...what, ms: Math.round(engine.clock.monotonic() - startedAt) };
  engine.observe(result);
  const { end, rule, actions, generation, ms } = result;
  engine.log.info({ ...key, generation, rule, actions, outcome: end, ms }, "pass");
  return result;
}

type Attempt = Omit<PassResult, "key" | "ms">;

/** What the attempts of one pass leave behind. */
interface Tries {
  /** What came of the effects that went out and may be on no record. */
  sent: readonly Outcome[];
  /** What is written and not told yet; an attempt that loses a later race does not take it back. */
  readonly news: PortAction[];
}

const nothing: Attempt = {
  end: "settled",
  rule: undefined,
  actions: [],
  generation: undefined,
  revisitAfterMs: undefined,
};

/** Attempts until one wins its races, or as many as there may be; what is owed to the record outlives a call that fails. */
async function attempts(
  engine: Engine,
  kind: EngineKind,
  key: Key,
  signal: AbortSignal,
  tries: Tries,
): Promise<Attempt> {
  for (let begun = 1; begun <= mostOf(tries); begun += 1) {
    const last = await attempt(engine, kind, key, signal, tries).catch(async (error: unknown): Promise<"conflict"> => {
      if (!(isOperatorError(error) && owesRecord(tries) && begun < mostOf(tries))) throw error;
      await engine.clock.sleep(Math.min(error.retryAfterMs ?? 0, longestPauseMs));
      return "conflict";
    });
    if (last !== "conflict") return last;
  }
  return { ...nothing, end: "moving" };
}

function mostOf(tries: Tries): number {
  return owesRecord(tries) ? mostAttempts.unrecorded : mostAttempts.usual;
}

/** True when an effect went out that may be on no record. */
function owesRecord({ sent }: Tries): boolean {
  return sent.length > 0;
}

/** A read that only our own signal ended says nothing about the API server: the resource is looked at again. */
async function attempt(
  engine: Engine,
  kind: EngineKind,
  key: Key,
  signal: AbortSignal,
  tries: Tries,
): Promise<Attempt | "conflict"> {
  try {
    const read = await engine.ports.cluster.get(kind.names, key, owesRecord(tries) ? undefined : signal);
    if (read === undefined) return { ...nothing, end: "gone" };
    const { generation } = read.object.metadata;
    if (!kind.inScope(read.object, engine.settings)) return { ...nothing, end: "ignored", generation };
    return { ...(await carryOut(engine, kind, read, signal, tries)), generation };
  } catch (error) {
    if (hasCode(error, "Conflict")) return "conflict";
    if (hasCode(error, "Missing")) return { ...nothing, end: "gone" };
    if (signal.aborted && !owesRecord(tries) && hasCode(error, "Unavailable")) return { ...nothing, end: "moving" };
    throw error;
  }
}

async function carryOut(
  engine: Engine,
  kind: EngineKind,
  read: Read,
  signal: AbortSignal,
  tries: Tries,
): Promise<Attempt> {
  const { ports, settings, clock } = engine;
  const { names } = kind;
  const readAt = clock.monotonic();
  const key = keyOf(names.kind, read.object);
  const asksNobody = signal.aborted;
  const { rule, plan, claim, conclude } = await kind.look({ ...read, ports, settings, signal, unrecorded: tries.sent });
  if (isGivenUp(signal) && !owesRecord(tries)) return { ...nothing, end: "moving" };
  const claimedAt = clock.monotonic();
  const claimed = await unlessRefused(writeMemory(ports.cluster, names, key, read.object, claim), read.object);
  const isWritten = claimed.value !== read.object;
  const decided = { plan, object: claimed.value, isWritten, readAt, seenAt: isWritten ? claimedAt : readAt };
  const outcomes =
    claimed.refusal === undefined ? await send(engine, kind, decided, signal) : withheld(plan.actions, claimed.refusal);
  tries.sent = [...tries.sent, ...outcomes.filter(({ result }) => result !== "failed")];
  const actions = outcomes.map((outcome) => outcome.action.type);
  const released = plan.release === true && claimed.refusal === undefined;
  if (released && outcomes.every((outcome) => outcome.result === "done")) {
    await releaseObject(ports.cluster, names, key, claimed.value);
    return { ...nothing, end: "gone", rule, actions };
  }
  const conclusion = asksNobody ? untold(conclude(outcomes), claimed.value) : conclude(outcomes);
  const refusal = await write(engine, kind, key, claimed, conclusion, tries);
  if (refusal === undefined) {
    return { ...nothing, end: endOf(conclusion), rule, actions, revisitAfterMs: conclusion.revisitAfterMs };
  }
  engine.log.error({ ...key, error: refusal.message }, "the API server refuses what is to be written");
  return { ...nothing, rule, actions };
}

/** What was decided, of which object, and when that was read and last seen to be so (`Clock.monotonic`). */
interface Decided {
  readonly plan: Plan<PortAction>;
  readonly object: KubeObject;
  /** The effects are on record. */
  readonly isWritten: boolean;
  readonly readAt: number;
  readonly seenAt: number;
}

/**
 * Carries out what was decided. What is on record goes out although the caller has left: whoever comes next takes it for sent,
 * and would wait until it can no longer be in doubt.
 */
function send(engine: Engine, kind: EngineKind, decided: Decided, caller: AbortSignal): Promise<Outcome<PortAction>[]> {
  if (!decided.isWritten) return sendNow(engine, kind, decided, caller);
  return withGrace(engine.clock, caller, (signal) => sendNow(engine, kind, decided, signal));
}

async function sendNow(
  { ports, clock, transfers }: Engine,
  { names }: EngineKind,
  { plan, object, isWritten, readAt, seenAt }: Decided,
  signal: AbortSignal,
): Promise<Outcome<PortAction>[]> {
  if (needsLook(plan, isWritten, clock.monotonic() - seenAt)) {
    await confirmUnchanged(ports.cluster, names, keyOf(names.kind, object), object, signal);
  }
  return perform(plan.actions, ports, signal, () => clock.monotonic() - readAt < sendWindowMs, transfers);
}

/** What a look that could ask nobody came to: its record, and no word about a backend. */
function untold({ record }: Conclusion<PortAction>, { status }: KubeObject): Conclusion<PortAction> {
  return { record, status: isObject(status) ? status : {}, revisit: "moving" };
}

/** Writes what remains of a pass; the refusal that a write met, the claim's included, keeps none of the others back. */
async function write(
  engine: Engine,
  { names }: EngineKind,
  key: Key,
  claimed: Written<KubeObject>,
  conclusion: Conclusion<PortAction>,
  tries: Tries,
): Promise<Fault | undefined> {
  const { ports } = engine;
  const { record, status, announcements } = conclusion;
  const memory = await unlessRefused(writeMemory(ports.cluster, names, key, claimed.value, record), claimed.value);
  // What is on record by now, a later look knows of as well; a record that needed no write may be that of an old read.
  if (memory.value !== claimed.value) tries.sent = [];
  const unrecorded = claimed.refusal ?? memory.refusal;
  if (unrecorded === undefined) addNews(tries, announcements?.afterRecord);
  const told = await unlessRefused(writeStatus(engine, names, key, memory.value, status), false);
  const refusal = unrecorded ?? told.refusal;
  if (refusal === undefined) addNews(tries, announcements?.afterStatus);
  return refusal;
}

/** What a later attempt only repeats, because it knows nothing of the ones before, is no news. */
function addNews({ news }: Tries, more: readonly PortAction[] = []): void {
  news.push(...more.filter((one) => !news.some((told) => equals(told, one))));
}

/** How a conclusion without a release ends a pass. */
export function endOf({ revisit }: Conclusion): PassEnd {
  return revisit ?? "settled";
}
