import type { Generated, Kysely } from "kysely";

/** What a database speaks. */
export type SqlDialect = "postgresql" | "mysql" | "sqlite";

/** The tables, as those of the reference (1.7); times are UTC, as `2026-11-22 12:00:00.000`. */
export interface Tables {
  readonly t_flink_autoscaler_state_store: {
    readonly id: Generated<number>;
    readonly update_time: string;
    readonly job_key: string;
    readonly state_type: string;
    readonly state_value: string;
  };
  readonly t_flink_autoscaler_event_handler: {
    readonly id: Generated<number>;
    readonly create_time: string;
    readonly update_time: string;
    readonly job_key: string;
    readonly reason: string;
    readonly event_type: string;
    readonly message: string;
    readonly event_count: number;
    readonly event_key: string;
  };
  /** Weir's own: who looks after what. */
  readonly t_weir_autoscaler_lease: {
    readonly name: string;
    readonly holder: string;
    readonly renewals: number;
  };
}

/** A database that is reached, with its tables. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
}

/** A moment as a column has it. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ").replace("Z", "");
}
