import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files of the crash search and the other simulations come first, since each of them takes longer than a hundred of the
 * rest: the short ones fill what is left at the end, and the long ones have their worker to themselves before it has
 * loaded all that the rest needs. The runner would know how long they take only from an earlier run.
 */
export class SimulationsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      relative(import.meta.dirname, moduleId).startsWith("simulation/");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
