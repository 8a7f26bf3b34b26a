import type { Defect } from "./mutant.ts";

/**
 * The text of a file with the defect in it.
 *
 * Throws unless the place occurs exactly once: a mutant whose place is gone would be no mutant.
 */
export function mutate(text: string, { name, file, find, replace }: Defect): string {
  const places = text.split(find);
  if (places.length !== 2) throw new Error(`mutant ${name}: its place occurs ${places.length - 1} times in ${file}`);
  return places.join(replace);
}
