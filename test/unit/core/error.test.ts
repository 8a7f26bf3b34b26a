import { describe, expect, it } from "vitest";
import { isOperatorError, OperatorError, toFault } from "../../../shared/core/error.ts";

describe("a failure", () => {
  it.each<{ name: string; error: unknown; fault: unknown }>([
    {
      name: "a refusal certainly had no effect",
      error: new OperatorError("Rejected", "no"),
      fault: { code: "Rejected", message: "no", applied: "no" },
    },
    {
      name: "a lost answer may have had one, and may ask to wait",
      error: new OperatorError("Throttled", "later", { applied: "maybe", retryAfterMs: 7, cause: new Error("x") }),
      fault: { code: "Throttled", message: "later", applied: "maybe", retryAfterMs: 7 },
    },
    {
      name: "credentials that were refused may be others a moment later",
      error: new OperatorError("Denied", "who?", { reason: "Unauthorized" }),
      fault: { code: "Denied", message: "who?", applied: "no", reason: "Unauthorized" },
    },
    {
      name: "a name that is taken is said to be",
      error: new OperatorError("Rejected", "theirs", { reason: "NameTaken" }),
      fault: { code: "Rejected", message: "theirs", applied: "no", reason: "NameTaken" },
    },
    {
      name: "what nobody translated is a bug, and may have had one",
      error: new TypeError("x is not a function"),
      fault: { code: "Bug", message: "TypeError: x is not a function", applied: "maybe" },
    },
    {
      name: "what is no error either",
      error: { secret: "token" },
      fault: { code: "Bug", message: "a value that is no Error was thrown", applied: "maybe" },
    },
    {
      name: "nothing at all",
      error: undefined,
      fault: { code: "Bug", message: "a value that is no Error was thrown", applied: "maybe" },
    },
  ])("$name", ({ error, fault }) => expect(toFault(error)).toEqual(fault));

  it("is known across bundles by its mark, not by its class", () => {
    const twin = Object.assign(new Error("no"), { [Symbol.for("weir.dev/operator-error")]: true });
    expect([twin, new Error("no"), null, "no"].map(isOperatorError)).toEqual([true, false, false, false]);
  });
});
