import { describe } from "vitest";
import { drainSuite } from "./drain.suite.ts";
import { emulatorSuite } from "./emulator.suite.ts";
import { followSuite } from "./follow.suite.ts";
import { limitsSuite } from "./limits.suite.ts";
import { readinessSuite } from "./readiness.suite.ts";

// One file, so that everything else runs while the one pod that ends takes its 30 s.
describe.concurrent("the end of a pod behind queue-proxy", drainSuite);
describe.concurrent("functions behind queue-proxy: following", followSuite);
describe.concurrent("functions behind queue-proxy: readiness and probes", readinessSuite);
describe.concurrent("functions behind queue-proxy: limits", limitsSuite);
describe.concurrent("queue-proxy and its emulator show the same", emulatorSuite);
