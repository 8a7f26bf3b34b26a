import { mostApostrophes, mostNested } from "../../shared/flink/configuration.ts";
import { mostVariables } from "../../shared/flink/flink-notation.ts";
import type { Option } from "../../shared/flink/options/option.ts";
import { options } from "../../shared/flink/options/read-options.ts";
import { unusedOptions } from "../../shared/flink/options/unused-options.ts";
import { mostCharacters, mostOptions } from "../../shared/flink/schema/configuration.ts";
import { renamings } from "../../shared/flink/spellings.ts";
import { flinkVersions } from "../../shared/flink/versions.ts";
import type { GeneratedFile } from "../manifest.ts";
import { code, makePage, makeTable } from "./markdown.ts";

/** The page of the options of Flink's kinds, and of what versions of Flink call theirs. */
export function makeFlinkOptionsPage(): GeneratedFile {
  const rows: readonly Option<unknown>[] = Object.values(options);
  const of = (scope: Option<unknown>["scope"]) => makeOptionsTable(rows.filter((row) => row.scope === scope));
  return makePage("flink-options", "Options of Flink resources", [
    "Options are keys of the operator's own configuration file. Those of a resource may also stand in its " +
      "`flinkConfiguration`, where they win. Which defaults hold is chosen by `WEIR_FLINK_DEFAULTS`: those of the guide, or " +
      "those of the Apache operator. Another spelling is accepted with a warning that names the key.",
    durations,
    notations,
    bounds,
    "## In a resource, or for all of them",
    of("resource"),
    "## In the operator's configuration alone",
    of("operator"),
    "The defaults of Flink's own options for some resources stand there too: " +
      "`kubernetes.operator.default-configuration.namespace.<namespace>.<key>`, and " +
      "`kubernetes.operator.default-configuration.flink-version.<version>.<key>` for one version such as `v1_20`, or with a " +
      "`+` after it for that version and all later ones. Low to high: the file, the namespace, the versions from the oldest " +
      "on, the version alone, the resource.",
    "## Known, and without effect",
    makeTable(
      ["Key", "Why"],
      unusedOptions.map(({ keys, reason }) => [keys.map((key) => code(withStar(key))).join(", "), reason]),
    ),
    "## Versions of Flink",
    makeTable(
      ["Version", "Support", "Image without `spec.image`", "Configuration file"],
      flinkVersions.map(({ name, support, image, configurationFile }) => [
        code(name),
        support,
        support === "refused" ? "" : code(image),
        support === "refused" ? "" : code(configurationFile),
      ]),
    ),
    "## Options of Flink that were renamed",
    "Either spelling may be used with any version; Flink gets the one that its version knows.",
    makeTable(
      ["Key", "Formerly", "Since"],
      renamings.map(({ key, formerly, since }) => [code(key), code(formerly), code(since)]),
    ),
  ]);
}

const durations =
  "A duration is a whole number and a unit: `500 ms`, `30 s`, `10 min`, `6 h`, `1 d`; without a unit it is milliseconds. " +
  "ISO-8601 (`PT6H`) works for the options of this page; for its own, Flink takes it from 2.1 on.";

const notations =
  "Lists and maps of Flink's own options are written `a;b` and `k:v,k2:v2`; a part with a delimiter in it stands in single " +
  "quotes, as in `'role:''arn:aws:iam::1:role/x'''`. YAML lists and maps are turned into these. So are, with a warning, " +
  "JSON, a bare value with colons (`role: arn:aws:iam::1:role/x`), and `kubernetes.<role>.env.vars` (`A:1,B:2`), where Flink " +
  "has one option for each variable: `containerized.master.env.A` and `containerized.taskmanager.env.A`.";

const bounds =
  `The \`flinkConfiguration\` of a resource has at most ${grouped(mostOptions)} options, where nested ones, the maps around ` +
  `them and items of lists count as well, and ${grouped(mostCharacters)} characters as JSON. The keys of its nested options ` +
  `come to ${grouped(mostNested)} characters at most, written out, and its lists together have at most ` +
  `${grouped(mostApostrophes)} apostrophes; in a FlinkDeployment each \`env.vars\` has at most ${grouped(mostVariables)} ` +
  "variables. What is beyond is refused, with the bound in the message " +
  "([ADR 19](../adr/0019-bounds-of-one-resource.md)). The operator's own file has none of these bounds; " +
  "its variables count where a cluster is made.";

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}

function makeOptionsTable(rows: readonly Option<unknown>[]): string {
  return makeTable(
    ["Key", "Type", "Default of the guide", "Default of Apache", "Meaning", "Other spellings"],
    rows.map(({ key, type, defaults, meaning, aliases }) => [
      code(key),
      type.name,
      defaultText(defaults.guide),
      defaultText(defaults.apache),
      meaning,
      aliases.map((alias) => `${code(alias.key)}${alias.unit === undefined ? "" : ` (in ${alias.unit})`}`).join(", "),
    ]),
  );
}

function defaultText(text: string | undefined): string {
  return text === "" ? "empty" : code(text ?? "");
}

function withStar(key: string): string {
  return key.endsWith(".") ? `${key}*` : key;
}
