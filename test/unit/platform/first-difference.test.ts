import { expect, it } from "vitest";
import { firstDifference } from "../../platform/real/scenarios/first-difference.ts";

const rows = [
  { name: "equal values", why: "nothing to tell", one: { a: [1] }, other: { a: [1] }, found: undefined },
  {
    name: "another value deep inside",
    why: "told by its path",
    one: [{ status: { state: "RUNNING" } }],
    other: [{ status: { state: "FAILED" } }],
    found: { path: ["0", "status", "state"], one: "RUNNING", other: "FAILED" },
  },
  {
    name: "a member that one of them has alone",
    why: "absent is a difference",
    one: {},
    other: { reason: "Gone" },
    found: { path: ["reason"], one: undefined, other: "Gone" },
  },
  {
    name: "a list where the other has an object",
    why: "their keys could be the same",
    one: ["x"],
    other: { 0: "x" },
    found: { path: [], one: ["x"], other: { 0: "x" } },
  },
];

it.each(rows)("$name: $why", ({ one, other, found }) => {
  expect(firstDifference(one, other)).toEqual(found);
});
