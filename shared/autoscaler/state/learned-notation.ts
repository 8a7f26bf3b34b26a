import * as z from "zod";

/** Numbers that JSON does not have are noted as texts. */
export const notedNumber = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"]).transform(Number)]);
const byVertex = <Of extends z.ZodType>(of: Of) => z.record(z.string(), of);

const point = z.object({
  ...{ parallelism: z.int().positive(), capacity: notedNumber, load: notedNumber, at: notedNumber },
});

/** How what was learnt of a job is noted. */
export const learnedSchema = z.object({
  loads: z.array(z.object({ at: notedNumber, rates: byVertex(notedNumber) })),
  ratios: byVertex(byVertex(notedNumber)),
  curves: byVertex(z.array(point)),
  ceilings: byVertex(z.object({ parallelism: z.int().positive(), until: notedNumber, length: notedNumber.optional() })),
  patience: z.object({
    wait: notedNumber,
    watch: z.object({ since: notedNumber, at: notedNumber }).optional(),
  }),
  hold: z.object({ length: notedNumber, changedAt: notedNumber }).optional(),
});
