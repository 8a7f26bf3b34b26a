/** How long work may go on. */
export interface Budget {
  readonly signal: AbortSignal;
  readonly goesOn: () => boolean;
}
