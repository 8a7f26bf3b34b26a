import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import { perform } from "../../../shared/engine/perform.ts";
import type { AppManager } from "../../../shared/ports/app-manager.ts";
import type { PortAction, Ports } from "../../../shared/ports/ports.ts";

const caller = { instanceId: "i", namespace: "n", secretName: undefined };
const ref = { namespace: "default", idOrName: "one" };
const actions: readonly PortAction[] = ["a", "b", "c"].map((state) => ({
  type: "app-manager/patch",
  caller,
  ref,
  body: { state },
}));

/** Ports of which only `patch` is there; each call takes the next of these endings. */
function portsOf(...endings: readonly (Error | "done")[]) {
  const sent: unknown[] = [];
  const patch: AppManager["patch"] = async (_caller, _ref, body) => {
    const ending = endings[sent.length] ?? "done";
    sent.push(body.state);
    if (ending !== "done") throw ending;
    return undefined as never;
  };
  return { sent, ports: { appManager: { patch } } as unknown as Ports };
}

const signal = new AbortController().signal;
const always = () => true;

describe("performing a plan", () => {
  it("goes in order and tells how each ended", async () => {
    const { sent, ports } = portsOf();
    const outcomes = await perform(actions, ports, signal, always);
    expect([sent, outcomes.map(({ result }) => result)]).toEqual([
      ["a", "b", "c"],
      ["done", "done", "done"],
    ]);
  });

  it.each<{ name: string; error: Error; result: string; code: string }>([
    { name: "a refusal", error: new OperatorError("Rejected", "no"), result: "failed", code: "Rejected" },
    {
      name: "a lost answer",
      error: new OperatorError("Unavailable", "?", { applied: "maybe" }),
      result: "unknown",
      code: "Unavailable",
    },
    { name: "a defect", error: new TypeError("x is not a function"), result: "unknown", code: "Bug" },
  ])("ends at $name, which is $result", async ({ error, result, code }) => {
    const { sent, ports } = portsOf("done", error);
    const outcomes = await perform(actions, ports, signal, always);
    expect([sent, outcomes.length]).toEqual([["a", "b"], 2]);
    expect(outcomes[1]).toMatchObject({ result, fault: { code } });
  });

  it("sends nothing after the signal, or after its time", async () => {
    const { sent, ports } = portsOf();
    const aborted = await perform(actions, ports, AbortSignal.abort(), always);
    const late = await perform(actions, ports, signal, () => false);
    expect(sent).toEqual([]);
    for (const outcomes of [aborted, late]) {
      expect(outcomes).toMatchObject([{ result: "failed", fault: { code: "Unavailable", applied: "no" } }]);
    }
  });

  it("has nothing to tell of an empty plan", async () => {
    expect(await perform([], portsOf().ports, signal, always)).toEqual([]);
  });
});
