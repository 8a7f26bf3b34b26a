/** A rule of the reference, the function that is it, and a row of a table that shows it. */
export interface ReferenceRule {
  /** Of the report on the reference, such as 2.11. */
  readonly section: string;
  readonly rule: string;
  /** The name of an export of `file`. */
  readonly name: string;
  /** Below `shared/autoscaler`, without its ending. */
  readonly file: string;
  /** Below `test/table/autoscaler`, without its ending. */
  readonly test: string;
  /** Words of that row or test, as they stand in the file. */
  readonly row: string;
}

/** Rules of a text with one in each line, whose fields stand between bars. */
export function readRules(table: string): readonly ReferenceRule[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [section = "", rule = "", name = "", file = "", test = "", row = ""] = line.split(" | ");
      return { section: section.trim(), rule, name, file, test, row };
    });
}
