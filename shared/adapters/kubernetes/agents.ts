import * as http from "node:http";
import * as https from "node:https";

/** What a connection to the API server is secured with; absent members are left to Node.js. */
export type TlsMaterial = Pick<
  https.RequestOptions,
  "ca" | "cert" | "key" | "pfx" | "passphrase" | "rejectUnauthorized" | "servername"
>;

/** Idle connections are closed before load balancers drop them silently. */
const idleMs = 20_000;

/** Bounds both the connections of one pod and the TLS handshakes of a burst. */
export const maxSockets = 10;

/**
 * The agent for some TLS material; `made` keeps it until the material changes.
 *
 * Caveats: calls in flight keep the sockets of the agent before; idle ones of outdated material close by themselves.
 */
export function keptAgent(
  made: Map<string, http.Agent>,
  server: URL,
  tls: TlsMaterial,
  make: (tls: TlsMaterial) => http.Agent = (given) => directAgent(server, given),
): http.Agent {
  const given = Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
  const material = JSON.stringify(given);
  const known = made.get(material);
  if (known !== undefined) return known;
  made.clear();
  const agent = make(given);
  made.set(material, agent);
  return agent;
}

function directAgent(server: URL, tls: https.AgentOptions): http.Agent {
  const keep = { keepAlive: true, maxSockets, timeout: idleMs };
  return server.protocol === "https:" ? new https.Agent({ ...tls, ...keep }) : new http.Agent(keep);
}
