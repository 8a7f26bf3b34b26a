/** A text that is kept, and the version that a later one has to name. */
export interface Bookmark {
  readonly text: string;
  readonly version: string;
}

/**
 * Texts of less than a mebibyte that outlive a process, in Weir's own namespace, each under a name.
 *
 * Guarantees: every rejection is an `OperatorError` as those of `Cluster`.
 */
export interface Bookmarks {
  /** Undefined where there is none of that name. */
  get(name: string): Promise<Bookmark | undefined>;
  /** Keeps a text and gives its version; `Conflict` where `version` (undefined: none yet) is not that of what is there. */
  put(name: string, text: string, version: string | undefined): Promise<string>;
}
