import { expect, it } from "vitest";
import { refusalText } from "../../../cli/demo/kubectl-refusal.ts";
import { conceal } from "../../../cli/explain/conceal.ts";
import { toAge, toTable } from "../../../cli/table.ts";
import type { Column } from "../../../shared/core/kind.ts";

it.each([
  { ms: -5_000, age: "0s", why: "clocks differ" },
  { ms: 119_999, age: "119s", why: "seconds below two minutes" },
  { ms: 120_000, age: "2m", why: "no seconds when they are 0" },
  { ms: 599_000, age: "9m59s", why: "seconds below ten minutes" },
  { ms: 600_000, age: "10m", why: "then minutes" },
  { ms: 10_799_000, age: "179m", why: "minutes below three hours" },
  { ms: 10_800_000, age: "3h", why: "then hours" },
  { ms: 28_740_000, age: "7h59m", why: "minutes below eight hours" },
  { ms: 169_200_000, age: "47h", why: "hours below two days" },
  { ms: 176_400_000, age: "2d1h", why: "hours below eight days" },
  { ms: 691_200_000, age: "8d", why: "then days" },
])("an age of $ms ms is $age ($why)", ({ ms, age }) => {
  expect(toAge(ms)).toBe(age);
});

it("hides the values of lines in a ConfigMap's files and in arguments", () => {
  const data = { "config.yaml": "s3.secret-key: abc\nstate.backend: rocksdb" };
  const args = ["-Ds3.access-key=abc", "standalone-job"];
  expect(conceal({ data, args })).toEqual({
    data: { "config.yaml": "s3.secret-key: [hidden]\nstate.backend: rocksdb" },
    args: ["-Ds3.access-key= [hidden]", "standalone-job"],
  });
});

it("shows columns as kubectl does: capitals, blanks, priority 1 only when wide, conditions by type", () => {
  const column = (name: string, jsonPath: string, more: Partial<Column> = {}): Column => ({
    name,
    jsonPath,
    type: "string",
    description: "",
    ...more,
  });
  const columns = [
    column("State", ".status.state"),
    column("Healthy", '.status.conditions[?(@.type=="Healthy")].status'),
    column("Age", ".metadata.creationTimestamp", { type: "date" }),
    column("Sync", ".status.sync", { priority: 1 }),
  ];
  const conditions = [
    { type: "Other", status: "False" },
    { type: "Healthy", status: "True" },
  ];
  const objects = [
    {
      metadata: { name: "one", creationTimestamp: "2026-01-01T00:00:00Z" },
      status: { state: "UP", sync: false, conditions },
    },
    { metadata: { name: "another" }, status: { conditions: "rubbish" } },
  ];
  const now = Date.parse("2026-01-01T00:01:00Z");
  expect(toTable(columns, objects, { wide: false, now })).toEqual([
    "NAME      STATE   HEALTHY   AGE",
    "one       UP      True      60s",
    "another",
  ]);
  expect(toTable(columns, objects, { wide: true, now })[1]).toBe("one       UP      True      60s   false");
});

it.each([
  {
    name: "one cause",
    status: {
      reason: "Invalid",
      message: "m",
      details: { kind: "K", name: "n", causes: [{ field: "f", message: "m" }] },
    },
    text: 'The K "n" is invalid: f: m',
  },
  {
    name: "two causes",
    status: {
      reason: "Invalid",
      message: "m",
      details: { kind: "K", name: "n", causes: [{ field: "f", message: "m" }, { message: "o" }, { message: "o" }] },
    },
    text: 'The K "n" is invalid: \n* f: m\n* : o',
  },
  { name: "no details", status: { reason: "Invalid", message: "m" }, text: "The request is invalid: m" },
  { name: "another reason", status: { reason: "Forbidden", message: "m" }, text: "Error from server (Forbidden): m" },
])("a refusal with $name is worded as kubectl words it", ({ status, text }) => {
  expect(refusalText(status)).toBe(text);
});

it("hides what sounds secret, wherever it is in a spec, and nothing else", () => {
  const spec = {
    secretName: "my-vvp-apikey",
    flinkConfiguration: { "fs.azure.account.key.x": "k", "security.token": "t", "state.backend": "rocksdb" },
    envVars: [
      { name: "DB_PASSWORD", value: "p" },
      { name: "MODE", value: "fast" },
    ],
  };
  expect(conceal(spec)).toEqual({
    secretName: "my-vvp-apikey",
    flinkConfiguration: {
      "fs.azure.account.key.x": "[hidden]",
      "security.token": "[hidden]",
      "state.backend": "rocksdb",
    },
    envVars: [
      { name: "DB_PASSWORD", value: "[hidden]" },
      { name: "MODE", value: "fast" },
    ],
  });
});
