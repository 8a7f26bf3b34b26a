import { creationOnlyPath } from "../rare-deeds.ts";
import type { Oracle } from "./oracle.ts";

/** S9: what is for the creation alone is never sent again. */
export const creationOnly: Oracle = ({ admin }) => {
  const broken = admin.broken().filter(({ rule }) => rule === "no-creation-only-path");
  return broken.map(({ message }) => `S9: ${message}; ${creationOnlyPath} is for the creation alone`);
};
