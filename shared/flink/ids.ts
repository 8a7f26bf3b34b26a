import { hashOf } from "../core/hash.ts";

/** Flink's id of the job of a deploy: 32 hex digits, the same however often the deploy is sent. */
export function jobIdOf(uid: string, attempt: number): string {
  return hashOf(["job", uid, attempt]);
}

/** The id of a trigger: 32 hex digits, so that what is sent twice is one operation to Flink while it remembers the first. */
export function triggerIdOf(uid: string, purpose: string, number: number): string {
  return hashOf(["trigger", purpose, uid, number]);
}
