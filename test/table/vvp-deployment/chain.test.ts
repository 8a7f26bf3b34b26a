import { describe, expect, it } from "vitest";
import { chain } from "../../../shared/kinds/vvp-deployment/decide.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { allRows } from "./rows/all.ts";

/** The order is behaviour: each rule may rely on those before it having had nothing to say. */
const order = [
  "unheld",
  "take-over",
  "finish-restart",
  "leave-deployment",
  "await-backend",
  "await-doubtful-creation",
  "await-doubtful-adoption",
  "keep-for-its-instance",
  "release-with-nothing-behind",
  "await-management-policy",
  "project-state-while-deleting",
  "stop-before-deletion",
  "block-deletion",
  "await-policy",
  "cancel-ended",
  "await-doubtful-update",
  "delete-deployment",
  "report-invalid",
  "await-quarantine",
  "observe",
  "adopt",
  "refuse-claim",
  "report-lost",
  "pause",
  "create",
  "hold-for-savepoint",
  "take-savepoint",
  "repeat-stop",
  "await-definition",
  "project-spec",
  "repeat-overtaken",
  "restart",
  "await-scaling",
  "await-start",
  "correct-state",
  "register-savepoint",
  "correct-drift",
  "rest",
];

const rows = Object.values(allRows).flat();
const steps = rows.flatMap((row) => row.steps);

/** Every `Type/Reason` that a step expects, and with which status. */
function seen(): Map<string, string> {
  const lines = steps.flatMap(({ status }) => (status as { conditions?: string[] } | null)?.conditions ?? []);
  const found = lines.map((line) => /^(\w+) (\w+)\/(\w+) /.exec(line) ?? []);
  return new Map(found.map(([, type, status, reason]) => [`${type}/${reason}`, status ?? ""]));
}

describe("the chain", () => {
  it("asks its rules in this order", () => {
    expect(chain.map(({ name }) => name)).toEqual(order);
  });

  it("says of every rule why it stands there", () => {
    for (const { name, why } of chain) expect(why.length, name).toBeGreaterThan(10);
  });

  it("has a row in which each rule decides", () => {
    const decided = new Set(steps.map(({ rule }) => rule));
    expect(order.filter((name) => !decided.has(name))).toEqual([]);
  });
});

describe("the conditions", () => {
  const documented = vvpDeployment.conditions.flatMap(({ type, reasons }) =>
    Object.entries(reasons).map(([reason, { status }]) => ({ reason: `${type}/${reason}`, status })),
  );

  it("have a row for every reason", () => {
    const missing = documented.map(({ reason }) => reason).filter((reason) => !seen().has(reason));
    expect(missing).toEqual([]);
  });

  it("give every reason with the status that is documented for it", () => {
    const given = seen();
    for (const { reason, status } of documented) {
      expect([reason, given.get(reason)]).toEqual([reason, status]);
    }
  });

  it("give no reason that is not documented, the aggregate's aside", () => {
    const known = new Set(documented.map(({ reason }) => reason));
    const strange = [...seen().keys()].filter((reason) => !known.has(reason) && !reason.startsWith("Healthy/"));
    expect(strange).toEqual([]);
  });
});

it("names of rows are their own", () => {
  const names = rows.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
