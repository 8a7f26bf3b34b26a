import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Unexpected } from "../../cli/demo/expect.ts";
import { expectFieldForField } from "../../cli/demo/steps/fields.ts";
import { readExamples, type Scenario, startScenario, variant } from "./scenario-rig.ts";

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
  const { patch } = await readExamples();
  await scenario.world.kubectl.apply(patch, "patch.yaml");
  await scenario.stage.reach("my-deployment", "CANCELLED");
});
afterAll(() => scenario?.close());

describe("a step of the demo fails", () => {
  const rows: { name: string; act: () => unknown; says: string }[] = [
    {
      name: "when a wait takes too long, and says what is the case instead",
      act: () => scenario.stage.reach("my-deployment", "RUNNING", 100),
      says: "expected within 0.1 s: my-deployment is RUNNING and healthy, in its status; now: CANCELLED, Healthy True",
    },
    {
      name: "when a count is not as expected",
      act: () => scenario.stage.tally({ writes: 99, secretReads: 1 }),
      says: 'expected counts {"writes":99}, found {"writes":4}',
    },
    {
      name: "when a condition is another",
      act: () => scenario.stage.condition("my-deployment", "Healthy", "False", "Anything"),
      says: "expected condition Healthy False (Anything), found",
    },
    {
      name: "when something is taken that should be refused",
      act: () => scenario.stage.refused("kubectl patch", scenario.world.kubectl.patch("my-deployment", {}), "no"),
      says: 'expected a refusal with "no", but it was taken: kubectl patch',
    },
    {
      name: "when something is refused that should be taken, with the refusal",
      act: () => scenario.stage.command("kubectl delete", scenario.world.kubectl.delete("nobody")),
      says: 'Error from server (NotFound): vvpdeployments.ververica.platform "nobody" not found',
    },
    {
      name: "when a field is not as the file says",
      act: async () => {
        const { patch } = await readExamples();
        await expectFieldForField(scenario.stage, variant(patch, "my-deployment", "RUNNING"));
      },
      says: "the stored spec: expected",
    },
    {
      name: "when a function never had a process",
      act: () => scenario.stage.pidOf("refresh"),
      says: "expected a process of refresh, found none",
    },
  ];
  it.each(rows)("$name", async ({ act, says }) => {
    const failure = await (async () => act())().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unexpected);
    expect((failure as Unexpected).message).toContain(says);
  });
});
