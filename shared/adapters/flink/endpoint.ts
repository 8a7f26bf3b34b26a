import { OperatorError } from "../../core/error.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";

/**
 * Where the adapter may send: `services` are names of Kubernetes Services in full, `<service>.<namespace>.svc`, so that no
 * resource makes Weir call anything else; `any` is for a process outside of the cluster.
 */
export type FlinkHosts = "services" | "any";

/** The origin of an endpoint; `Rejected` where it is none, or where the adapter may not send there. */
export function originOf({ url }: FlinkEndpoint, hosts: FlinkHosts): string {
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) throw refused("is no http or https URL");
  const { username, password, pathname, search, hash, hostname, origin } = parsed;
  if (username !== "" || password !== "") throw refused("must not hold credentials");
  if (pathname !== "/" || search !== "" || hash !== "") throw refused("must be an origin, without a path");
  if (hosts === "services" && !isService(hostname)) throw refused("is not the name of a Service");
  return origin;
}

function isService(hostname: string): boolean {
  const [service = "", namespace = "", zone, ...rest] = hostname.split(".");
  return zone === "svc" && rest.length === 0 && [service, namespace].every((label) => /^[a-z0-9-]{1,63}$/.test(label));
}

function refused(why: string): OperatorError {
  return new OperatorError("Rejected", `the address of the cluster's REST ${why}`);
}
