import { describe, expect, it } from "vitest";
import { isDeleting } from "../../shared/core/deletion-rules.ts";
import type { NonceMemory } from "../../shared/core/nonces.ts";
import type { Intent, OperatorRecord } from "../../shared/core/record.ts";
import { wantedNonce } from "../../shared/kinds/vvp-deployment/nonce.ts";
import { nonceNames } from "../../shared/kinds/vvp-deployment/nonce-memory.ts";
import { stateBeforeDeletion } from "../../shared/kinds/vvp-deployment/policies.ts";
import { claimed } from "../../shared/kinds/vvp-deployment/remember.ts";
import { isStop, markIn, phases } from "../../shared/kinds/vvp-deployment/restart.ts";
import { status } from "../../shared/kinds/vvp-deployment/schema.ts";
import { isPaused, type View, wantedState } from "../../shared/kinds/vvp-deployment/view.ts";
import type { Deployment } from "../../shared/ports/app-manager.ts";
import { instant } from "../builders/arbitrary-view.ts";
import { unhurried } from "./json-arbitrary.ts";
import { conclusionLaw, decide, known, law, nonceLaw, types } from "./plan-laws.ts";

function intentOf(record: OperatorRecord | undefined, key: string): Intent | undefined {
  return record?.intents.find((one) => one.key === key);
}

/** Requests that a pass accepted: those that its record did not know before. */
function acceptedIn(one: View, record: OperatorRecord | undefined): Intent[] {
  const before = new Set(one.record?.intents.map(({ content }) => content));
  return (record?.intents ?? []).filter(({ key, content }) => key !== "create" && !before.has(content));
}

const memories = (record: OperatorRecord | undefined): readonly (NonceMemory | undefined)[] =>
  nonceNames.map((name) => record?.nonces?.[name]);

describe("every plan about nonces", unhurried, () => {
  it("has a savepoint on record before it is asked for, with the value and a number of its own", () => {
    nonceLaw((one, plan) => {
      for (const action of plan.actions) {
        if (action.type !== "app-manager/savepoint") continue;
        const intent = intentOf(claimed({ view: one, plan }), "savepoint");
        expect(intent).toMatchObject({ at: instant });
        expect(intent?.attempt).toBe((intentOf(one.record, "savepoint")?.attempt ?? 0) + 1);
        expect(action.request.mark).toBe(`uid-1/${intent?.content}`);
      }
    });
  });

  it("takes no savepoint of a job that does not run", () => {
    nonceLaw((one, plan) => {
      if (!types(plan).includes("app-manager/savepoint")) return;
      expect(one.backend).toMatchObject({ found: "own", deployment: { state: "RUNNING" } });
    });
  });

  it("asks again for a savepoint only when the platform shows none, and not within the quarantine", () => {
    nonceLaw((one, plan) => {
      const before = intentOf(one.record, "savepoint");
      if (before === undefined || before.attempt === 0 || !types(plan).includes("app-manager/savepoint")) return;
      expect([one.savepoint.found, instant - before.at >= 60_000]).toEqual(["none", true]);
    });
  });

  it("starts no job whose stop the platform has taken but does not show yet", () => {
    nonceLaw((one, plan) => {
      const restart = intentOf(one.record, "restart");
      const deployment = one.backend.found === "own" ? one.backend.deployment : undefined;
      if (restart?.attempt !== phases.stopping || deployment?.state !== "RUNNING" || isDeleting(one)) return;
      const stopTaken = deployment.desiredState === "SUSPENDED" || deployment.desiredState === "CANCELLED";
      if (!stopTaken || instant - restart.at >= 600_000 || plan.why.includes("projected")) return;
      expect(JSON.stringify(plan.actions)).not.toContain('{"spec":{"state":"RUNNING"}}');
    });
  });

  it("asks for a savepoint five times at most", () => {
    nonceLaw((one, plan) => {
      if (!types(plan).includes("app-manager/savepoint")) return;
      expect(intentOf(one.record, "savepoint")?.attempt ?? 0).toBeLessThan(5);
    });
  });

  it("sends a new mark only for a request that is on record, and else the one that the platform has", () => {
    nonceLaw((one, plan) => {
      for (const action of plan.actions) {
        const mark = "body" in action ? markIn(action.body as never) : undefined;
        if (mark === undefined || mark === one.record?.nonces?.restarted) continue;
        const record = claimed({ view: one, plan }) ?? one.record;
        expect(mark).toBe(intentOf(record, "restart")?.content);
      }
    });
  });

  it("restarts nothing that did not run when the request was accepted", () => {
    nonceLaw((one, plan, rule) => {
      if (rule !== "restart" || intentOf(one.record, "restart") !== undefined) return;
      expect([types(plan), one.backend]).toMatchObject([["app-manager/patch"], { deployment: { state: "RUNNING" } }]);
    });
  });

  it("stops no job that the user wants stopped already, and starts none", () => {
    nonceLaw((one, _, rule) => {
      const wanted = one.object.spec.deployment.spec.state;
      if (rule === "finish-restart" || rule === "repeat-stop") expect(["SUSPENDED", "CANCELLED"]).not.toContain(wanted);
    });
  });

  it("starts a job that a restart has stopped, whatever holds the resource back", () => {
    law((any) => {
      if (any.backend.found !== "own") return;
      const { autopilot: _silent, ...deployment } = any.backend.deployment;
      const down: Deployment = { ...deployment, desiredState: "SUSPENDED", state: "SUSPENDED" };
      const restart = { key: "restart", attempt: phases.stopping, at: instant - 1_000, content: "2#7" };
      const { scaling: _unsaid, ...before } = { ...known, ...any.record };
      const record = { ...before, id: "id-1", intents: [restart] };
      const one: View = { ...any, record, backend: { found: "own", deployment: down } };
      if (isStop(wantedState(one)) || (isDeleting(one) && stateBeforeDeletion(one.object, one.settings) !== undefined))
        return;
      if (isDeleting(one) && !one.object.metadata.finalizers?.includes("weir.dev/finalizer")) return;
      const { rule, result } = decide(one);
      expect([rule, result.actions]).toMatchObject(["finish-restart", [{ body: { spec: { state: "RUNNING" } } }]]);
    });
  });

  it("ends no savepoint that is being taken, unless its time is up, nobody wants it, or the resource goes", () => {
    nonceLaw((one, plan, rule) => {
      const taking = one.record?.nonces?.taking;
      const wanted = wantedNonce(one, "savepoint") !== undefined;
      if (taking === undefined || !wanted || isDeleting(one) || one.backend.found !== "own") return;
      // The start of a job that is down ends no savepoint.
      if (rule === "finish-restart") return;
      expect(plan.actions.filter(({ type }) => type !== "app-manager/savepoint")).toEqual([]);
    });
  });
});

describe("every conclusion about nonces", unhurried, () => {
  it("accepts and consumes nothing that is paused, broken, being deleted or without a deployment", () => {
    conclusionLaw((one, outcomes, made) => {
      const held = isPaused(one) || one.violations.length > 0 || isDeleting(one) || one.backend.found !== "own";
      if (!held || made.record === undefined || outcomes.length > 0) return;
      expect(acceptedIn(one, made.record)).toEqual([]);
      const burnt = (record: OperatorRecord | undefined) => memories(record).map((memory) => memory?.burnt ?? []);
      expect(burnt(made.record)).toEqual(burnt(one.record));
    });
  });

  it("accepts only values that are new and not burnt, each under a number that was never used", () => {
    conclusionLaw((one, _, made) => {
      const accepted = acceptedIn(one, made.record);
      for (const { key, content } of accepted) {
        const memory = one.record?.nonces?.[key as "savepoint" | "restart"];
        const value = Number(content.split("#")[0]);
        expect([memory?.observed, ...(memory?.burnt ?? [])]).not.toContain(value);
        expect(Number(content.split("#")[1])).toBeGreaterThan(one.record?.nonces?.accepted ?? 0);
      }
      expect(new Set(accepted.map(({ content }) => content.split("#")[1])).size).toBe(accepted.length);
    });
  });

  it("counts a value as processed only when something was done for it", () => {
    conclusionLaw((one, outcomes, made) => {
      if (outcomes.some(({ result }) => result === "done")) return;
      const processed = (record: OperatorRecord | undefined) => memories(record).map((memory) => memory?.processed);
      if (made.record !== undefined) expect(processed(made.record)).toEqual(processed(one.record));
    });
  });

  it("says of every consumed value that is still asked for that it is blocked", () => {
    conclusionLaw((one, _, made) => {
      const { conditions = [] } = status.parse(made.status);
      if (one.backend.found !== "own" || one.record === undefined || isDeleting(one)) return;
      const burnt = nonceNames.filter((name) => {
        const value = wantedNonce(one, name);
        return value !== undefined && made.record?.nonces?.[name]?.burnt.includes(value) === true;
      });
      const reason = { savepoint: "SavepointBlocked", restart: "RestartBlocked" } as const;
      const aligned = conditions.find(({ type }) => type === "NonceAligned");
      if (burnt[0] !== undefined) expect(aligned?.reason).toBe(reason[burnt[0]]);
      for (const name of burnt) expect(aligned?.message).toContain(`${name}Nonce`);
    });
  });

  it("never says that all is processed while a request is open", () => {
    conclusionLaw((one, _, made) => {
      const { conditions = [] } = status.parse(made.status);
      const open = made.record?.intents.some(({ key }) => key !== "create") === true;
      if (!open || one.backend.found !== "own" || one.record === undefined || isDeleting(one)) return;
      expect(conditions.find(({ type }) => type === "NonceAligned")?.status).not.toBe("True");
    });
  });
});
