import { expect, it } from "vitest";
import { normalised } from "../../platform/real/crds/transcript.ts";

const shown = `NAME   HEALTHY   AGE   CONSISTENT
a                5s    True
bb     True      5s
`;

it.each([
  {
    name: "seconds",
    printed: "NAME   HEALTHY   AGE   CONSISTENT\na                7s    True\nbb     True      12s   \n",
  },
  {
    name: "many seconds",
    printed: "NAME   HEALTHY   AGE    CONSISTENT\na                119s   True\nbb     True      7s\n",
  },
  {
    name: "minutes and seconds",
    printed: "NAME   HEALTHY   AGE      CONSISTENT\na                2m5s     True\nbb     True      12m35s   \n",
  },
])("a table with ages of $name is written down like any other", ({ printed }) => {
  expect(normalised(printed)).toBe(shown);
});

it("what is no table keeps its durations", () => {
  expect(normalised("timed out after 30s")).toBe("timed out after 30s");
});
