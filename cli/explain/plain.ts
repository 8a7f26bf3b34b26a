const reference = String.raw`(?:AMB-|[RSFXD])\d+(?: step \d+)?`;
const references = `${reference}(?:(?:, |–)${reference})*`;
const ahead = new RegExp(`^${references}: (.)`);
const aside = new RegExp(` \\(${references}\\)`, "g");

/** A rule's reason without its references to the requirements, which only Weir's own source explains. */
export function plain(why: string): string {
  return why.replace(aside, "").replace(ahead, (_, first: string) => first.toUpperCase());
}
