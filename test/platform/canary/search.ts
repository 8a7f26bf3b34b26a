import { formsOf } from "./forms.ts";

/** What came out of a run, by the name of where it came out. */
export type Outputs = Readonly<Record<string, string>>;

/** Secrets by name; the names are what a failure shows. */
export type Secrets = Readonly<Record<string, string>>;

/** `SECRET in OUTPUT` for every secret that stands in an output, in any of its forms. */
export function findSecrets(outputs: Outputs, secrets: Secrets): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = formsOf(secret);
    const places = Object.entries(outputs).filter(([, text]) => forms.some((form) => text.includes(form)));
    return places.map(([place]) => `${name} in ${place}`);
  });
}

/**
 * Throws where a secret came out, and also where the search would not have found it: each must stand in one of the
 * `holders`, the places where it has to be.
 */
export function expectNoSecrets(outputs: Outputs, secrets: Secrets, holders: Outputs): void {
  const leaks = findSecrets(outputs, secrets);
  if (leaks.length > 0) throw new Error(`a secret came out: ${leaks.join(", ")}`);
  const found = findSecrets(holders, secrets);
  const blind = Object.keys(secrets).filter((name) => !found.some((one) => one.startsWith(`${name} in `)));
  if (blind.length > 0) throw new Error(`the search is blind to ${blind.join(", ")}: not even its Secret shows it`);
}
