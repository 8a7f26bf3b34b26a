import { type Choices, choices } from "../random.ts";
import { binary, type EventCase, events, soundAttributes, structured } from "./event-case.ts";
import { noNames } from "./names.ts";

const names = [...Object.keys(soundAttributes), "time", "subject", "datacontenttype", "dataschema", "data", "x", "_"];
const types = [
  "application/json",
  "text/plain",
  "",
  "application/cloudevents+json",
  "application/json; charset=latin1",
];
const bodies = ["", "{}", "[]", "null", "{", '{"metadata":{}}', '{"keys":[]}', "\u0000", '{"data":{}}'];
const eventTypes = [
  "dev.weir.follow",
  "dev.weir.sweep",
  "dev.weir.reconcile.requested",
  "dev.knative.sources.ping",
  "x",
];

const count = 160;

/** Sound events with one to four things wrong, by a fixed seed. */
export const mutationCases: readonly EventCase[] = events(
  "mutation",
  [204, 400, 415],
  Array.from({ length: count }, (_, index) => mutated(choices(index + 1))),
);

function mutated({ below, pick }: Choices) {
  const over: Record<string, string | undefined> = {};
  for (let change = 0; change <= below(4); change += 1) over[pick(names)] = pick([undefined, "", pick(noNames), "1.0"]);
  if (below(2) === 0) over.type = pick(eventTypes);
  return below(3) === 0
    ? structured({ ...soundAttributes, ...over, data: pick(bodies) })
    : binary(over, pick(bodies), pick(types));
}
