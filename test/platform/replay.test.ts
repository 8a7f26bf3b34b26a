import { describe } from "vitest";
import { startEmbeddedPlatform } from "../../cli/demo/embedded-platform.ts";
import { judgeAnswers, replayOn } from "./replay-suite.ts";

replayOn(
  () => startEmbeddedPlatform,
  () => describe("what an adapter makes of the answers", judgeAnswers),
);
