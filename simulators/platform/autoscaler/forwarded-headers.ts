const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection"],
  ...["te", "trailer", "upgrade", "expect"],
]);

/** Where Go writes these; everything else follows, sorted. */
const FIRST = ["Host", "User-Agent", "Content-Length", "Transfer-Encoding"];

/** Names and values of a message without what belongs to one connection only; order and spelling stay. */
export function withoutHopByHop(raw: readonly string[]): [name: string, value: string][] {
  const kept: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = "", value = ""] = raw.slice(i, i + 2);
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push([name, value]);
  }
  return kept;
}

/**
 * The headers that a pod gets for a request, as queue-proxy writes them: spelled and sorted by Go, with the client at the
 * end of `X-Forwarded-For`, and with a `Forwarded` made of what the request itself said in its `X-Forwarded-*`.
 */
export function toForwardedHeaders(raw: readonly string[], client: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const [name, value] of withoutHopByHop(raw)) {
    const spelled = toGoName(name);
    headers.set(spelled, [...(headers.get(spelled) ?? []), value]);
  }
  const forwarded = toForwarded(headers);
  if (!headers.has("Forwarded") && forwarded !== "") headers.set("Forwarded", [forwarded]);
  headers.set("X-Forwarded-For", [[...(headers.get("X-Forwarded-For") ?? []), client].join(", ")]);
  return new Map([...headers].sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1)));
}

function toForwarded(headers: ReadonlyMap<string, readonly string[]>): string {
  const first = (name: string) => headers.get(name)?.[0] ?? "";
  const [host, proto] = [first("X-Forwarded-Host"), first("X-Forwarded-Proto")];
  const [node = "", ...others] = first("X-Forwarded-For").split(",").map(toNode);
  const parts = [node, host && `host=${host}`, proto && `proto=${proto}`].filter((part) => part !== "");
  return [parts.join(";"), ...others].join(", ");
}

function toNode(text: string): string {
  const address = text.trim();
  if (address === "") return "";
  return address.includes(":") ? `for="[${address}]"` : `for=${address}`;
}

const toGoName = (name: string): string => name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
