import * as z from "zod";

/** A one-line text, bounded so that CEL over it has a price (4096 characters unless told). */
export const text = (about: string, max = 4096) => z.string().max(max).describe(about);

/** A text of any length, such as a script; the size of the whole resource bounds it. */
export const longText = (about: string) => z.string().describe(about);

/** A map of texts under any names. */
export const textMap = (about: string) => z.record(z.string(), z.string()).describe(about);

/** An object of somebody else's: what is named here is typed, anything else is kept as it is. */
export const open = z.looseObject;

/** A number whose change asks for something once; beyond ±(2^53−1) two numbers would be one, so it is refused there. */
export const nonce = (about: string) =>
  z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).describe(about);

/** An integer of 32 bits from `least` on. */
export const int32 = (least: number, about: string) => z.int().min(least).max(2_147_483_647).describe(about);

/** A Kubernetes quantity: an integer, or a text such as `500m` or `2Gi`. */
export const quantity = (about: string) =>
  z
    .union([z.number().refine(Number.isInteger), z.string()])
    .meta({ "x-kubernetes-int-or-string": true })
    .describe(about);

/** One of these words; what the user reads about another one is said by `explain`, about anything else by the schema. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  explain: (word: string) => string | undefined,
) {
  const error = ({ input }: { readonly input?: unknown }) =>
    typeof input === "string" || typeof input === "number" ? explain(String(input)) : undefined;
  return z.enum(words, { error });
}

/** A map whose number of members is bounded, in the CRD as well as here. */
export function boundedMap<Value extends z.ZodType>(value: Value, most: number, about: string) {
  return z
    .record(z.string(), value)
    .refine((map) => Object.keys(map).length <= most, `must have at most ${most} members`)
    .meta({ maxProperties: most })
    .describe(about);
}
