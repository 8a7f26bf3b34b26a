import { kinds, type RegisteredKind } from "../../shared/kinds/index.ts";
import { UsageError } from "../usage-error.ts";

/** A kind by any name that kubectl takes for it; throws `UsageError` for one that Weir does not know. */
export function findKind(text: string): RegisteredKind {
  const word = text.toLowerCase();
  const found = kinds.find(({ names }) =>
    [names.singular, names.plural, ...(names.shortNames ?? [])].some(
      (one) => word === one || word === `${one}.${names.group}`,
    ),
  );
  if (found !== undefined) return found;
  throw new UsageError(`unknown kind '${text}'; known: ${kinds.map(({ names }) => names.singular).join(", ")}`);
}
