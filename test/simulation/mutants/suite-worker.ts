import { join } from "node:path";
import { createVitest, type TestModule, type TestResult, type Vitest } from "vitest/node";
import config from "../../../vitest.config.ts";
import { pathFromRoot, root } from "./bundle-search.ts";
import type { Defect } from "./mutant.ts";
import { mutate } from "./mutate.ts";
import type { SuiteRun, Verdict } from "./suite.ts";

type TestErrors = NonNullable<TestResult["errors"]>;

/** Only what a test itself asserts is told apart from whatever throws on its way. */
const isRefutation = ({ name }: TestErrors[number]) => name === "AssertionError";

function judge(module: TestModule): Verdict {
  const results = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }));
  const failed = results.filter(({ state }) => state === "failed");
  const refuted = failed.filter(({ errors = [] }) => errors.some(isRefutation));
  const others = failed.filter((one) => !refuted.includes(one)).flatMap(({ errors = [] }) => errors);
  return {
    suite: pathFromRoot(module.moduleId),
    passed: results.filter(({ state }) => state === "passed").length,
    refuted: refuted.map(({ name }) => name),
    errors: [...module.errors(), ...others].map(({ message }) => message),
  };
}

/** What the source has wrong now. */
let seeded: Defect | undefined;

/** As the project of pure suites has it, whose tests these are. */
function pureOptions() {
  const projects = config.test?.projects ?? [];
  const options = projects.flatMap((one) => (typeof one === "object" && "test" in one ? [one.test] : []));
  const pure = options.find((one) => one?.name === "pure");
  if (pure === undefined) throw new Error("vitest.config.ts has no project of pure suites");
  return pure;
}

function open(): Promise<Vitest> {
  const { projects: _, ...shared } = config.test ?? {};
  const seeding = {
    name: "seeded-defect",
    enforce: "pre" as const,
    transform: (code: string, id: string) => (seeded?.file === pathFromRoot(id) ? mutate(code, seeded) : undefined),
  };
  // Modules on disk are found by what their files say, where no defect is: it would be passed over, or stay for ever.
  const own = { root, config: false as const, watch: false, reporters: [{}], fsModuleCache: false };
  return createVitest("test", { ...shared, ...pureOptions(), ...own }, { plugins: [seeding] });
}

/** Seeds the defect, runs the suites, and takes it out again: what is loaded next is the source as it is. */
async function run(vitest: Vitest, { suites, defect }: SuiteRun): Promise<readonly Verdict[]> {
  seed(vitest, defect);
  try {
    const specifications = await vitest.globTestSpecifications([...suites]);
    // Those of earlier runs are among the modules as well.
    const { testModules } = await vitest.runTestSpecifications(specifications);
    const asked = new Set(specifications.map(({ moduleId }) => moduleId));
    return testModules.filter(({ moduleId }) => asked.has(moduleId)).map(judge);
  } finally {
    seed(vitest, undefined);
  }
}

function seed(vitest: Vitest, defect: Defect | undefined): void {
  for (const { file } of [seeded, defect].filter((one) => one !== undefined)) vitest.invalidateFile(join(root, file));
  seeded = defect;
}

const vitest = await open();
process.on("message", async (asked: SuiteRun) => process.send?.(await run(vitest, asked)));
process.once("disconnect", () => void vitest.close());
