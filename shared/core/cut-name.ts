/** The first characters of a name of an object, so many at most, such that more may follow behind a full stop (RFC 1123). */
export function cutName(name: string, most: number): string {
  return name.slice(0, most).replace(/[-.]+$/, "");
}
