import * as z from "zod";

/** A share of requests, 0 to 1. */
export const rate = z.number().min(0).max(1);

/** Milliseconds, ten minutes at most. */
export const ms = z.number().int().min(0).max(600_000);

/** The shortest and the longest of a span of milliseconds. */
export const span = z
  .tuple([ms, ms])
  .refine(([low, high]) => low <= high, "the first number must not exceed the second");

/** A wrong setting: the field as a dotted path, and why it is wrong. */
export type Complaint = { readonly field: string; readonly why: string };

/** The parsed value, or each wrong field with the reason. */
export function readSetting<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { readonly value: z.output<S> } | { readonly complaints: readonly Complaint[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { complaints: parsed.error.issues.flatMap(toComplaints) };
}

/** Complaints in one line. */
export function inOneLine(complaints: readonly Complaint[]): string {
  return complaints.map(({ field, why }) => `${field}: ${why}`).join("; ");
}

function toComplaints(issue: z.core.$ZodIssue): readonly Complaint[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ field: path.join(".") || "(body)", why: issue.message }];
  return issue.keys.map((key) => ({ field: [...path, key].join("."), why: "is not a known setting" }));
}
