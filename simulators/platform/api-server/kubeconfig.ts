/** What a client has to know about a server's certificate. */
export interface TrustedAs {
  readonly cert: string;
  readonly ca?: string;
  readonly serverName?: string;
}

/** A kubeconfig as JSON text for one server, with a bearer token and the trust that there is. */
export function makeKubeconfig(server: string, token: string | undefined, tls: TrustedAs | undefined): string {
  // Clients refuse plain HTTP unless they are told not to verify anything.
  const authority = tls
    ? { "certificate-authority-data": Buffer.from(tls.ca ?? tls.cert).toString("base64") }
    : { "insecure-skip-tls-verify": true };
  const name = tls?.serverName === undefined ? {} : { "tls-server-name": tls.serverName };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "embedded", cluster: { server, ...authority, ...name } }],
    users: [{ name: "embedded", user: token === undefined ? {} : { token } }],
    contexts: [{ name: "embedded", context: { cluster: "embedded", user: "embedded", namespace: "default" } }],
    "current-context": "embedded",
  });
}
