/** What the operator's configuration means for every kind. */
export interface Settings {
  /** Value of the owner label that makes a resource ours (X4). */
  readonly instanceId: string;
  /** Kubernetes namespaces that are looked at; empty means all (R12). */
  readonly namespaces: readonly string[];
  /** D6: how long after a doubtful sending nothing is sent again, in milliseconds. */
  readonly quarantineMs: number;
  /** How long content that the backend refused is not sent again while it stays the same, in milliseconds. */
  readonly rejectedRetryMs: number;
  /** How long a scaling is guessed at most where the platform does not tell, in milliseconds; 0 means never (AMB-16). */
  readonly scalingCapMs: number;
  /** How long a scaling that was seen is remembered while the platform says nothing, in milliseconds (AMB-33). */
  readonly scalingMemoryMs: number;
  /** Types of conditions that are shown and do not count for the aggregate (AMB-6). */
  readonly informationalConditions: readonly string[];
  /** What resources that say nothing of their own say of their deletion; absent: the kind's own usual word. */
  readonly deletionPolicy?: string;
  /** The same of drift. */
  readonly driftPolicy?: string;
  /** The operator's own configuration of Flink's kinds: dotted keys, as its mounted file gives them; absent means empty. */
  readonly flinkConfiguration?: Readonly<Record<string, string>>;
  /** Whose defaults hold for Flink's kinds, the guide's or those of the Apache operator; absent means the guide's. */
  readonly flinkDefaults?: "guide" | "apache";
}
