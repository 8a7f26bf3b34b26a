import { pick } from "./dice.ts";
import { type Fact, withDeeds, within } from "./weave.ts";

/** What the platform does by itself, and what somebody does to it by hand, past Weir. */
export const moves: readonly Fact[] = [
  {
    why: "The job fails for good.",
    permille: 30,
    weave: (drawn, roll) => withDeeds(drawn, [within(drawn, roll(0)), "failJob"]),
  },
  {
    why: "The job ends by itself.",
    permille: 20,
    weave: (drawn, roll) => withDeeds(drawn, [within(drawn, roll(0)), "finishJob"]),
  },
  {
    why: "Autopilot scales the job, while somebody asks for something; it may be switched off in the middle of it.",
    permille: 60,
    weave: (drawn, roll) => {
      const on = within(drawn, roll(0));
      const at = on + roll(1) * 5_000;
      const scaled = withDeeds(drawn, [on, "turnAutopilotOn"], [at, "scaleByAutopilot"]);
      const asked = roll(4) < 0.2 ? scaled : withDeeds(scaled, [at + roll(5) * 1_500, "askSavepoint"]);
      return roll(2) < 0.65 ? asked : withDeeds(asked, [at + roll(3) * 5_000, "turnAutopilotOff"]);
    },
  },
  {
    why: "Somebody changes a value by hand, which Weir corrects where it is told to.",
    permille: 30,
    weave: (drawn, roll) => {
      const drifted = withDeeds(drawn, [within(drawn, roll(0)), "driftValue"]);
      return roll(1) < 0.5 ? drifted : withDeeds(drifted, [within(drawn, roll(2)), "correctDrift"]);
    },
  },
  {
    why: "The deployment is gone, or the record of it, or both.",
    permille: 30,
    weave: (drawn, roll) => {
      const lost = pick(["loseDeployment", "loseSettledRecord"] as const, roll(0));
      const once = withDeeds(drawn, [within(drawn, roll(1)), lost]);
      const other = lost === "loseDeployment" ? "loseSettledRecord" : "loseDeployment";
      const both = roll(2) < 0.75 ? once : withDeeds(once, [within(drawn, roll(3)), other]);
      return roll(4) < 0.6 ? both : withDeeds(both, [within(drawn, 1) + 30_000 * roll(5), "remove"]);
    },
  },
  {
    why: "Requests wait for their job.",
    permille: 20,
    weave: (drawn, roll) =>
      withDeeds(drawn, [within(drawn, roll(0)), "waitForJob"], [within(drawn, roll(1)), "askSavepoint"]),
  },
  {
    why: "The spec names a savepoint that lies elsewhere, and may forget it.",
    permille: 20,
    weave: (drawn, roll) => {
      const at = within(drawn, roll(0));
      const stopped = roll(3) < 0.2 ? drawn : withDeeds(drawn, [at, "cancel"]);
      const named = withDeeds(stopped, [at + roll(4) * 5_000, "nameSavepoint"]);
      return roll(1) < 0.5 ? named : withDeeds(named, [at + 5_000 + roll(2) * 10_000, "forgetSavepoint"]);
    },
  },
];
