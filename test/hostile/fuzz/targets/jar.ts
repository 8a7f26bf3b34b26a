import { BlockList, isIP } from "node:net";
import { connectArtifacts } from "../../../../shared/adapters/flink/artifact/client.ts";
import { isOperatorError } from "../../../../shared/core/error.ts";
import { validate } from "../../../../shared/core/validate.ts";
import { flinkSessionJobDefinition } from "../../../../shared/kinds/flink-session-job/definition.ts";
import { sessionJob } from "../../../builders/flink-session-job.ts";
import { settings } from "../../../table/flink/flink-rig.ts";
import { jarUris } from "../../wire/addresses/jar-uris.ts";
import { must, type Target } from "../target.ts";

const allowed = { "kubernetes.operator.user.artifacts.allowed-schemes": "http,https" };
const lenient = { ...settings, flinkConfiguration: allowed };

/** Nobody is called: no name has an address, and every address is one that nobody may be led to. */
const artifacts = connectArtifacts({
  version: "0",
  policy: { schemes: ["http", "https"], refusesRestrictedHosts: true },
  addressing: { resolve: async () => [], isRestricted: () => true },
});

/** What Node.js itself says of addresses, beside what Weir says. */
const inside = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.168.0.0", 16],
] as const) {
  inside.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  inside.addSubnet(network, prefix, "ipv6");

/** The address of a session job's JAR: at admission, and where it is fetched. */
export const jar: Target = {
  name: "jar",
  about: "addresses of a session job's JAR",
  seeds: jarUris
    .flatMap(({ uri }, index) => (index % 4 === 0 ? [uri(8081)] : []))
    .concat("https://repo.example.com/job.jar"),
  run: async (input) => {
    const said = admitted(input);
    const fault = await artifacts.open({ uri: input }).then(
      () => "opened",
      (error: unknown) => {
        if (!isOperatorError(error)) throw error;
        must(error.applied === "no" && error.message.length < 20_000, "a refusal is no refusal");
        must(!/[\p{Cc}\p{Cf}]/u.test(error.message), "a message has control characters");
        return `${error.code} ${kindOf(error.message)}`;
      },
    );
    must(fault !== "opened", "a JAR of nowhere is opened");
    if (said.length === 0) mustLeadOutside(input);
    return [...said, fault].join(" ");
  },
};

/** What admission says of a session job with that address. */
function admitted(jarURI: string): string[] {
  const { schema, rules } = flinkSessionJobDefinition;
  const found = validate({ schema, rules }, { object: sessionJob({ job: { jarURI } }), settings: lenient });
  return found.map(({ message }) => kindOf(message));
}

/** A message without what it repeats of the input. */
function kindOf(message: string): string {
  return message
    .replace(/^.* cannot be fetched: /, "")
    .replace(/scheme \S+ is|scheme \S*;|by \S+$/, "scheme")
    .slice(0, 40);
}

/** What is admitted is of the web, tells no secret, and names no address of the inside. */
function mustLeadOutside(text: string): void {
  const { protocol, username, password, hostname } = new URL(text);
  must(/^https?:$/.test(protocol) && username + password === "", "a URL of another sort is admitted");
  const host = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  must(family === 0 || !inside.check(host, family === 4 ? "ipv4" : "ipv6"), "an address of the inside is admitted");
}
