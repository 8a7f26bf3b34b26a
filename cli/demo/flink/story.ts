import { Unexpected } from "../expect.ts";
import { count } from "../meter.ts";
import type { Screen } from "../screen.ts";
import { FlinkStage } from "./stage.ts";
import { showChanges, showDeploy, showOthers } from "./steps.ts";

/** Plays the story of Flink's own kinds; an expectation that does not hold ends it with code 1. */
export async function tellFlink(screen: Screen): Promise<0 | 1> {
  const stage = new FlinkStage(screen);
  try {
    screen.heading("Weir: Flink clusters on Kubernetes, without a Java operator");
    screen.say(
      "Weir's own passes, over an API server and Flink clusters that are simulated in this process, in virtual time.",
    );
    await showDeploy(stage);
    await showChanges(stage);
    await showOthers(stage);
    screen.heading(`Done: ${count(stage.steps, "step")} as expected`);
    return 0;
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    screen.fail(error.message);
    return 1;
  }
}
