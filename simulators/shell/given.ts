/** The members that are there. */
export function given<Value extends object>(
  values: Value,
): { readonly [K in keyof Value]: Exclude<Value[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof Value]: Exclude<Value[K], undefined> };
}
