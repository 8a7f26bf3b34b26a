/** A file that a user names, such as the jar of a session job. */
export interface Artifact {
  readonly uri: string;
  /** Sent to the origin of `uri` only. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of an artifact while they come. */
export interface OpenArtifact {
  /** Ends only after the last byte; throws an `OperatorError` for whatever is wrong with the way or the amount. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Bytes that were promised; undefined where the length shows only at the end. */
  readonly length: number | undefined;
  /** Ends the download; needed where `content` is not read to its end. */
  close(): void;
}

/**
 * Where artifacts come from.
 *
 * Guarantees: what may be fetched is the operator's choice, not the user's: schemes, and no address that leads into the
 * cluster, the node or a cloud's metadata service; what was judged is what is connected to. Every rejection is an
 * `OperatorError` with `applied` `no`: `Rejected` (not allowed, too large, no jar), `Missing`, `Denied`, `Throttled`,
 * `Unavailable`, `Malformed` (cut short). No message holds a query, credentials or a header.
 */
export interface Artifacts {
  open(artifact: Artifact, signal?: AbortSignal): Promise<OpenArtifact>;
}
