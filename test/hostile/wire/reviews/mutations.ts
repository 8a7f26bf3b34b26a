import { odd } from "../odd-values.ts";
import { type Choices, choices } from "../random.ts";
import { type ReviewCase, review, reviews, sound } from "./review-case.ts";

const count = 200;

/** Sound creations and updates with one to four places of the objects changed, by a fixed seed. */
export const mutatedReviews: readonly ReviewCase[] = reviews(
  "mutation",
  "either",
  Array.from({ length: count }, (_, index) => {
    const chance = choices(index + 1);
    const [object, oldObject] = [damaged(sound, chance), damaged(sound, chance)];
    return index % 2 === 0 ? review({ object }) : review({ operation: "UPDATE", object, oldObject });
  }),
);

type Tree = Record<string, unknown>;

/** A copy with some members replaced; `metadata` stays an object, without which it is no resource at all. */
function damaged(resource: object, chance: Choices): object {
  const copy = structuredClone(resource) as Tree;
  for (let change = 0; change <= chance.below(4); change += 1) {
    const places = placesIn(copy).filter(({ parent, key }) => parent !== copy || key !== "metadata");
    const { parent, key } = chance.pick(places);
    parent[key] = structuredClone(chance.pick(odd));
  }
  return copy;
}

function placesIn(root: Tree): { parent: Tree; key: string }[] {
  const here = Object.keys(root).map((key) => ({ parent: root, key }));
  const below = Object.values(root).filter((value) => typeof value === "object" && value !== null);
  return [...here, ...below.flatMap((value) => placesIn(value as Tree))];
}
