/** Where a value is: `path` as messages name it, `prefix` in front of it in the field of the finding. */
export interface Place {
  readonly path: string;
  readonly prefix: string;
}

/** The field that a finding at a place names; the root is `<nil>`. */
export function fieldOf(place: Place): string {
  return [place.prefix, place.path].filter((part) => part !== "").join(".") || "<nil>";
}

/** The place of a member. */
export function below(place: Place, key: string): Place {
  return { ...place, path: place.path === "" ? key : `${place.path}.${key}` };
}
