/** A kubeconfig as JSON text for one server, with a bearer token and a certificate authority where there are any. */
export function makeKubeconfig(server: string, token: string | undefined, authority: string | undefined): string {
  const ca = authority ? { "certificate-authority-data": Buffer.from(authority).toString("base64") } : {};
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "embedded", cluster: { server, ...ca } }],
    users: [{ name: "embedded", user: token === undefined ? {} : { token } }],
    contexts: [{ name: "embedded", context: { cluster: "embedded", user: "embedded", namespace: "default" } }],
    "current-context": "embedded",
  });
}
