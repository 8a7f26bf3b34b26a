import { join, relative, sep } from "node:path";
import { createVitest, type TestModule, type TestResult, type Vitest } from "vitest/node";
import config from "../../../vitest.config.ts";
import { root } from "./bundle-search.ts";
import type { Defect } from "./mutant.ts";
import { mutate } from "./mutate.ts";
import type { Request, Verdict } from "./suite.ts";

type TestErrors = NonNullable<TestResult["errors"]>;

/** Only what a test itself asserts is told apart from whatever throws on its way. */
const isRefutation = ({ name }: TestErrors[number]) => name === "AssertionError";

function judge(module: TestModule): Verdict {
  const results = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }));
  const failed = results.filter(({ state }) => state === "failed");
  const refuted = failed.filter(({ errors = [] }) => errors.some(isRefutation));
  const others = failed.filter((one) => !refuted.includes(one)).flatMap(({ errors = [] }) => errors);
  return {
    suite: toPath(module.moduleId),
    passed: results.filter(({ state }) => state === "passed").length,
    refuted: refuted.map(({ name }) => name),
    errors: [...module.errors(), ...others].map(({ message }) => message),
  };
}

const toPath = (id: string) => relative(root, id).split(sep).join("/");

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
    transform: (code: string, id: string) => (seeded?.file === toPath(id) ? mutate(code, seeded) : undefined),
  };
  // Modules on disk are found by what their files say, where no defect is: it would be passed over, or stay for ever.
  const own = { root, config: false as const, watch: false, reporters: [{}], fsModuleCache: false };
  return createVitest("test", { ...shared, ...pureOptions(), ...own }, { plugins: [seeding] });
}

/** Seeds the defect, runs the suites, and takes it out again: what is loaded next is the source as it is. */
async function run(vitest: Vitest, { suites, defect }: Request): Promise<readonly Verdict[]> {
  seed(vitest, defect);
  try {
    const asked = await vitest.globTestSpecifications([...suites]);
    // Those of earlier runs are among the modules as well.
    const { testModules } = await vitest.runTestSpecifications(asked);
    return testModules.filter(({ moduleId }) => asked.some((one) => one.moduleId === moduleId)).map(judge);
  } finally {
    seed(vitest, undefined);
  }
}

function seed(vitest: Vitest, defect: Defect | undefined): void {
  for (const { file } of [seeded, defect].filter((one) => one !== undefined)) vitest.invalidateFile(join(root, file));
  seeded = defect;
}

const vitest = await open();
process.on("message", async (request: Request) => process.send?.(await run(vitest, request)));
process.once("disconnect", () => void vitest.close());
