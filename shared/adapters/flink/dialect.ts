import { OperatorError } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { RunRequest } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { idOf } from "./wire.ts";

/** Versions from which a field of the request is known by that name. */
const since = { flinkConfiguration: [1, 17], claimMode: [1, 20] } as const;

/** The body of a run as that version of Flink takes it; `Rejected` for what it cannot take. */
export function toRunBody(request: RunRequest): JsonObject {
  const { flinkVersion, jobId, programArgs, restoreMode, flinkConfiguration = {}, ...same } = request;
  const version = toVersion(flinkVersion);
  const isConfigured = Object.keys(flinkConfiguration).length > 0;
  if (isConfigured && !isFrom(version, since.flinkConfiguration)) {
    throw new OperatorError(
      "Rejected",
      `Flink ${version.join(".")} takes no flinkConfiguration for a job of a session`,
    );
  }
  const modeField = isFrom(version, since.claimMode) ? "claimMode" : "restoreMode";
  return {
    ...same,
    jobId: idOf(jobId, "the job id"),
    ...(programArgs !== undefined && { programArgsList: programArgs }),
    ...(restoreMode !== undefined && { [modeField]: restoreMode }),
    ...(isConfigured && { flinkConfiguration }),
  };
}

type Version = readonly [major: number, minor: number];

function toVersion(text: string): Version {
  const [, major, minor] = /^v?(\d{1,3})[._](\d{1,3})(?:[._-]|$)/.exec(text) ?? [];
  if (major !== undefined && minor !== undefined) return [Number(major), Number(minor)];
  throw new OperatorError("Rejected", `${JSON.stringify(foreignText(text))} is no version of Flink`);
}

function isFrom([major, minor]: Version, [firstMajor, firstMinor]: Version): boolean {
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}
