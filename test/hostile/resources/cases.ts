import { hashOf } from "../../../shared/core/hash.ts";
import { type Place, places } from "./places.ts";
import { joined, type Mode, replaced } from "./splice.ts";
import { hostileMembers, hostileValues, hugeValues } from "./values.ts";

/** One hostile resource; made when it is looked at, since all at once would be a gigabyte. */
export interface HostileCase {
  /** What repeats it: mode, field, and what is there. */
  readonly id: string;
  readonly place: Place;
  readonly mode: Mode;
  /** The resource as JSON text. */
  readonly text: () => string;
}

/** Half of the cases are of either mode, whatever joins or leaves the corpus. */
function modeOf(id: string): Mode {
  return Number.parseInt(hashOf(id).slice(0, 2), 16) % 2 === 0 ? "PATCH" : "PUT";
}

function toCase(place: Place, what: string, text: (mode: Mode) => string): HostileCase {
  const name = `${place.id === "" ? "(the resource)" : place.id} ${what}`;
  const mode = modeOf(name);
  return { id: `${mode} ${name}`, place, mode, text: () => text(mode) };
}

/** Every hostile value of one field. */
export function casesOf(place: Place): HostileCase[] {
  // initFields has the fields of deployment once more, so that what is only huge says nothing new there.
  const tried = place.keys[1] === "initFields" ? hostileValues : [...hostileValues, ...hugeValues];
  const values = tried.map(({ name, text }) => toCase(place, `= ${name}`, (mode) => replaced(mode, place, text)));
  const members = hostileMembers.map(({ name, key, text }) =>
    toCase(place, `+ ${name}`, (mode) => joined(mode, place, key, text)),
  );
  return place.isObject ? [...values, ...members] : values;
}

/** The whole corpus, field by field. */
export const cases: readonly HostileCase[] = places.flatMap(casesOf);
