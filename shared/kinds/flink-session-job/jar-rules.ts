import { at } from "../../core/json.ts";
import { oncePer } from "../../core/once-per.ts";
import { isRestrictedAddress } from "../../core/restricted-address.ts";
import type { Review, Rule } from "../../core/rule.ts";
import type { Settings } from "../../core/settings.ts";
import { readOptions } from "../../flink/options/read-options.ts";

/** The same to JavaScript and to RE2. */
const withScheme = /^[A-Za-z][A-Za-z0-9+.-]*:[^ \t\n]+$/;
const ofWeb = /^[hH][tT][tT][pP][sS]?:/;
const withHost = /^[hH][tT][tT][pP][sS]?:[/][/][^/?# \t\n]+/;

const path = "spec.job.jarURI";
const uriOf = ({ object }: Review): string | undefined => {
  const uri = at(object.spec, "job", "jarURI");
  return typeof uri === "string" ? uri : undefined;
};
const optionsOf = oncePer(
  ({ flinkConfiguration = {} }: Settings) =>
    readOptions(flinkConfiguration, { defaults: "apache", scope: "operator" }).values,
);

/** A rule on the URI that holds where there is none. */
function jarRule(
  row: Omit<Rule, "severity" | "path" | "holds">,
  holds: (uri: string, review: Review) => boolean,
): Rule {
  const check = (review: Review) => {
    const uri = uriOf(review);
    return uri === undefined || holds(uri, review);
  };
  return { ...row, severity: "deny", path, holds: check };
}

const schemeOf = (uri: string) => uri.slice(0, uri.indexOf(":")).toLowerCase();

function isAllowed(uri: string, review: Review): boolean {
  return (
    withScheme.test(uri) &&
    optionsOf(review.settings).artifactSchemes.some((one) => one.toLowerCase() === schemeOf(uri))
  );
}

/** The host of an address of the web as a client connects to it; undefined for what is none. */
function hostOf(uri: string): string | undefined {
  return ofWeb.test(uri) && URL.canParse(uri)
    ? new URL(uri).hostname.replace(/^\[|\]$/g, "").replace(/[.]$/, "")
    : undefined;
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** FS-4 to FS-7; the addresses of a name are judged by whoever fetches, when it connects. */
export const jarRules: readonly Rule[] = [
  jarRule(
    {
      name: "jar-scheme",
      why: "FS-4: without a scheme nobody knows where to fetch it from.",
      message: "must be a URI with a scheme, such as https://repo.example.com/job.jar",
      cel: { layer: "schema", at: path, expression: `self.matches('${withScheme.source}')` },
    },
    (uri) => withScheme.test(uri),
  ),
  jarRule(
    {
      name: "jar-host",
      why: "FS-6: an address of the web without a host leads nowhere.",
      message: "must include a host, such as https://repo.example.com/job.jar",
      cel: {
        layer: "schema",
        at: path,
        expression: `!self.matches('${ofWeb.source}') || self.matches('${withHost.source}')`,
      },
    },
    (uri) => !ofWeb.test(uri) || withHost.test(uri),
  ),
  jarRule(
    {
      name: "jar-url",
      why: "FS-4: what no client can read is not fetched.",
      message: "is no valid URL",
    },
    (uri) => !withHost.test(uri) || URL.canParse(uri),
  ),
  jarRule(
    {
      name: "jar-scheme-allowed",
      why: "FS-5: Weir fetches the JAR with its own rights, so that the operator says from where.",
      message: "has a scheme that is not among kubernetes.operator.user.artifacts.allowed-schemes of the operator",
      detail: (review) =>
        `has the scheme ${schemeOf(uriOf(review) ?? "")}; allowed here (kubernetes.operator.user.artifacts.allowed-schemes): ` +
        optionsOf(review.settings).artifactSchemes.join(", "),
    },
    (uri, review) => !withScheme.test(uri) || isAllowed(uri, review),
  ),
  jarRule(
    {
      name: "jar-fetchable",
      why: "A JAR is streamed into the cluster by Weir, which has no client of a store and no folder of its own.",
      message: "must be fetched by https, or by http where that is allowed; Weir has no client for other schemes",
    },
    (uri, review) => !isAllowed(uri, review) || ofWeb.test(uri),
  ),
  jarRule(
    {
      name: "jar-credentials",
      why: "A URI is shown in statuses, logs and events; what is secret belongs into a header.",
      message: "must not hold credentials; use kubernetes.operator.user.artifacts.http.header",
    },
    (uri) => hostOf(uri) === undefined || new URL(uri).username + new URL(uri).password === "",
  ),
  jarRule(
    {
      name: "jar-host-restricted",
      why: "FS-7: whoever writes a resource would read with Weir's network what they cannot reach themselves.",
      message: "leads to a local, private or reserved address, which is not fetched from",
    },
    (uri, review) => {
      const host = hostOf(uri);
      const isOpen = host === undefined || !(isLocalName(host) || isRestrictedAddress(host));
      return isOpen || !optionsOf(review.settings).refusesRestrictedHosts;
    },
  ),
];
