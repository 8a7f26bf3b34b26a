import { describe, expect, it } from "vitest";
import { chain } from "../../../shared/kinds/flink-session-job/decide.ts";

describe("the order in which a FlinkSessionJob is decided on", () => {
  it("is behaviour", () => {
    expect(chain.map(({ name }) => name)).toEqual([
      "unheld",
      "record-savepoint",
      "release-with-nothing-behind",
      "release-with-cluster",
      "await-answer",
      "save-last",
      "cancel-job",
      "let-go",
      "report-invalid",
      "pause",
      "follow-stop",
      "end-job",
      "stay-suspended",
      "refuse-take-over",
      "await-cluster",
      "start-first",
      "submit",
      "start-again",
      "follow-savepoint",
      "scale",
      "check-jar",
      "begin-stop",
      "restart-failed",
      "resubmit",
      "take-savepoint",
      "ask-checkpoint",
      "tidy-snapshots",
      "await-retry",
      "rest",
    ]);
  });
});
