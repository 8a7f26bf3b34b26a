import type { IncomingMessage } from "node:http";
import { type ErrorCode, OperatorError } from "../../../core/error.ts";
import { isRestrictedAddress } from "../../../core/restricted-address.ts";
import type { Artifacts } from "../../../ports/artifacts.ts";
import { retryAfterMs } from "../../retry-after.ts";
import { type Incoming, readContent, tooLarge } from "./content.ts";
import { type Addressing, systemResolve } from "./pinned.ts";
import { type ArtifactLimits, type Fetching, requestArtifact } from "./request.ts";
import { type ArtifactPolicy, nameOf, refused, toHeaders, toSource } from "./source.ts";

/** What artifacts depend on. */
export interface ArtifactOptions {
  /** Weir's own version. */
  readonly version: string;
  /** `https`, and no restricted host, where nothing is said. */
  readonly policy?: ArtifactPolicy;
  readonly limits?: Partial<ArtifactLimits>;
  /** That of this machine, and what is restricted on any, where nothing is said. */
  readonly addressing?: Partial<Addressing>;
}

const strict: ArtifactPolicy = { schemes: ["https"], refusesRestrictedHosts: true };

/** A jar of 1 GiB is far above any; 5 minutes are what an upload may take. */
const usual: ArtifactLimits = {
  largest: 1024 ** 3,
  redirects: 5,
  answerMs: 10_000,
  silenceMs: 30_000,
  totalMs: 300_000,
};

/** Artifacts over HTTP and HTTPS; nothing is sent before the first is opened, and no connection is kept. */
export function connectArtifacts({ version, policy = strict, limits, addressing }: ArtifactOptions): Artifacts {
  const fetching: Fetching = {
    policy: { ...policy, schemes: policy.schemes.map((scheme) => scheme.toLowerCase()) },
    limits: { ...usual, ...limits },
    addressing: { resolve: systemResolve, isRestricted: isRestrictedAddress, ...addressing },
    userAgent: `weir/${version}`,
  };
  return {
    open: async (artifact, signal) => {
      const source = toSource(artifact.uri, fetching.policy);
      const headers = toHeaders(artifact);
      const time = AbortSignal.timeout(fetching.limits.totalMs);
      const both = signal === undefined ? time : AbortSignal.any([time, signal]);
      const response = await requestArtifact(source, headers, fetching, both);
      const incoming = accepted(nameOf(source), response, fetching.limits);
      return {
        content: readContent(incoming, fetching.limits),
        length: incoming.length,
        close: () => void response.destroy(),
      };
    },
  };
}

/** The answer if it holds an artifact whose end shows; closes its connection otherwise. */
function accepted(name: string, response: IncomingMessage, limits: ArtifactLimits): Incoming {
  const fault = faultOf(name, response, limits);
  if (fault === undefined) return { name, response, length: lengthOf(response) };
  response.destroy();
  throw fault;
}

function faultOf(name: string, response: IncomingMessage, limits: ArtifactLimits): OperatorError | undefined {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) return fromStatus(name, statusCode, headers["retry-after"]);
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return refused(name, "it is encoded though that was not asked for");
  }
  const length = lengthOf(response);
  if (length === undefined && headers["transfer-encoding"] === undefined) {
    return refused(name, "the answer does not tell where it ends");
  }
  return (length ?? 0) > limits.largest ? tooLarge(name, limits) : undefined;
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const text = headers["content-length"];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function fromStatus(name: string, status: number, retryAfter: string | undefined): OperatorError {
  const wait = retryAfterMs(retryAfter, Date.now());
  return new OperatorError(codeOf(status), `${name} cannot be fetched: the answer is ${status}`, {
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return "Denied";
  if (status === 404 || status === 410) return "Missing";
  if (status === 429) return "Throttled";
  return status === 408 || status >= 500 ? "Unavailable" : "Rejected";
}
