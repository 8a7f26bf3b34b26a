import { expect, it } from "vitest";
import { timingLives } from "../../../functions/time-lives.ts";

const change = (name: string, from: string, to: string, now: number) => ({
  key: { kind: "FlinkDeployment", namespace: "flink", name },
  before: { lifecycleState: from },
  after: { lifecycleState: to },
  now,
});
const names = ({ transitions }: ReturnType<ReturnType<typeof timingLives>>) => transitions.map(({ name }) => name);

it.each([
  { most: 2, told: ["Upgrade"], why: "both are remembered" },
  { most: 1, told: [], why: "the one that moved first is forgotten for the other" },
])("remembers $most on the move: $why", ({ most, told }) => {
  const time = timingLives(most);
  time(change("a", "STABLE", "UPGRADING", 0));
  time(change("b", "STABLE", "UPGRADING", 0));
  expect(names(time(change("a", "UPGRADING", "STABLE", 1_000)))).toEqual(told);
});

it("remembers nothing of what rests, and each by itself", () => {
  const time = timingLives();
  time(change("a", "STABLE", "UPGRADING", 0));
  expect(names(time(change("b", "UPGRADING", "STABLE", 1_000)))).toEqual([]);
  expect(names(time(change("a", "UPGRADING", "STABLE", 1_000)))).toEqual(["Upgrade"]);
  expect(names(time(change("a", "UPGRADING", "STABLE", 2_000)))).toEqual([]);
});
