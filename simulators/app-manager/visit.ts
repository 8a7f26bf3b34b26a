import type { JsonObject } from "../../shared/core/json.ts";
import type { State } from "./state.ts";

/** A request that passed authentication, as a handler sees it; `key` is the last path segment of an item, else empty. */
export type Visit = {
  readonly state: State;
  readonly now: number;
  readonly namespace: string;
  readonly key: string;
  readonly operator: string | undefined;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
};
