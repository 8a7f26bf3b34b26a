import { describe, expect, it } from "vitest";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import {
  judgeRegistration,
  soughtRegistration,
  wantedRegistration,
} from "../../../shared/kinds/vvp-deployment/initial-savepoint.ts";
import type { VvpDeployment } from "../../../shared/kinds/vvp-deployment/schema.ts";
import type { SavepointLook } from "../../../shared/kinds/vvp-deployment/view.ts";
import type { Deployment, Savepoint } from "../../../shared/ports/app-manager.ts";
import { vvpDeployment } from "../../builders/vvp-deployment.ts";
import { settings } from "./admission-rig.ts";

const object = vvpDeployment("PATCH", {
  spec: { initialSavepointSpec: { savepointLocation: "s3://elsewhere/savepoint-1" } },
}) as VvpDeployment;
const without = vvpDeployment("PATCH") as VvpDeployment;
const content = wantedRegistration({ object })?.content ?? "";
const blank: OperatorRecord = { v: 1, uid: "uid-1", generation: 1, input: "", id: "id-1", intents: [] };
const open = { ...blank, intents: [{ key: "register", attempt: 1, at: 0, content: `${content}#2` }] };
const fifth = { key: "register", attempt: 5, at: 0, content: `${content}#2` };
const shown = (state: string): SavepointLook => ({
  found: "one",
  savepoint: { id: "s", deploymentId: "id-1", mark: `uid-1/${content}#2`, state, location: undefined },
});
const none: SavepointLook = { found: "none" };

interface Row {
  readonly name: string;
  readonly why: string;
  readonly record: OperatorRecord;
  readonly object?: VvpDeployment;
  readonly look: SavepointLook;
  readonly now?: number;
  readonly after: OperatorRecord;
}

const rows: readonly Row[] = [
  { name: "one that is under way", why: "looked at again", record: open, look: shown("STARTED"), after: open },
  {
    name: "one that the platform could not read",
    why: "X12: it is not sent again by itself",
    record: open,
    look: shown("FAILED"),
    after: { ...blank, initial: { content, state: "FAILED" } },
  },
  {
    name: "one that is there although nothing is on record",
    why: "D5: the record may have been lost, the mark is the same for the same location",
    record: blank,
    look: shown("COMPLETED"),
    after: { ...blank, initial: { content, state: "COMPLETED" } },
  },
  { name: "one that is not found", why: "D6: that proves nothing", record: open, look: none, now: 90_000, after: open },
  {
    name: "one whose last sending is in doubt",
    why: "D6: it may yet show up",
    record: { ...blank, intents: [{ ...fifth, at: 40_000 }] },
    look: none,
    now: 90_000,
    after: { ...blank, intents: [{ ...fifth, at: 40_000 }] },
  },
  {
    name: "one that was sent five times and never shown",
    why: "X12: a platform that loses every mark would get one each minute for ever",
    record: { ...blank, intents: [fifth] },
    look: none,
    now: 90_000,
    after: {
      ...blank,
      initial: { content, state: "FAILED", message: "The platform has confirmed none of 5 requests." },
    },
  },
  {
    name: "one that nobody asks for any more, in doubt",
    why: "D6: given again, it must not be sent beside the first one",
    record: open,
    object: without,
    look: { found: "unasked" },
    after: open,
  },
  {
    name: "one that nobody asks for any more, later",
    why: "what cannot arrive any more is forgotten",
    record: open,
    object: without,
    look: { found: "unasked" },
    now: 60_000,
    after: blank,
  },
];

describe("a registration", () => {
  it.each(rows)("$name ($why)", ({ record, object: wanted = object, look, now = 1_000, after }) => {
    expect(judgeRegistration(record, { object: wanted, registration: look, settings, now })).toEqual(after);
  });
});

describe("what a registration has led to", () => {
  const deployment = { state: "CANCELLED" } as Deployment;
  const pick = (record: OperatorRecord) =>
    soughtRegistration({
      object,
      record,
      backend: { found: "own", deployment },
      owner: { instanceId: "my-operator", uid: "uid-1" },
    });
  const made = (generation: number, state: string): Savepoint => ({
    id: `${state}-${generation}`,
    deploymentId: "id-1",
    mark: `uid-1/${content}#${generation}`,
    state,
    location: undefined,
  });

  it.each([
    { why: "X12: a request that was made anew is no answer yet", all: [made(1, "FAILED")], found: undefined },
    { why: "the answer to this request", all: [made(1, "FAILED"), made(2, "FAILED")], found: "FAILED-2" },
    { why: "under way", all: [made(1, "FAILED"), made(2, "STARTED")], found: "STARTED-2" },
    { why: "D5: known already", all: [made(1, "COMPLETED"), made(2, "STARTED")], found: "COMPLETED-1" },
    { why: "somebody else's", all: [{ ...made(2, "COMPLETED"), mark: undefined }], found: undefined },
  ])("is $found ($why)", ({ all, found }) => {
    expect(pick(open)?.(all)?.id).toBe(found);
  });

  it("is no failure of an earlier request, where none is open: it can be tried again (X12)", () => {
    expect(pick(blank)?.([made(1, "FAILED")])).toBeUndefined();
    expect(pick({ ...blank, initial: { content, state: "FAILED" } })).toBeUndefined();
  });
});
