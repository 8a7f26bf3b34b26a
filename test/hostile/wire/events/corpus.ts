import { attributeCases } from "./attributes.ts";
import { dataCases } from "./data.ts";
import type { EventCase } from "./event-case.ts";
import { followCases } from "./follows.ts";
import { modeCases } from "./modes.ts";
import { mutationCases } from "./mutations.ts";
import { nameCases } from "./names.ts";
import { typeCases } from "./types.ts";

/** Events that `reconcile` and `refresh` deal with alike. */
export const eventCases: readonly EventCase[] = [
  ...attributeCases,
  ...nameCases,
  ...modeCases,
  ...dataCases,
  ...typeCases,
  ...followCases,
  ...mutationCases,
];
