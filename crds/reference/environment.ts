import type { Variable } from "../../shared/runtime/variable.ts";
import type { GeneratedFile } from "../manifest.ts";
import { code, makePage, makeTable } from "./markdown.ts";

/** The page of all environment variables. */
export function makeEnvironmentPage(variables: readonly Variable[]): GeneratedFile {
  return makePage("environment", "Environment", [
    "The functions are configured by their environment, which they check when they start: a wrong value ends the process " +
      "with one clear line and exit code 2. In an installation the values stand in the ConfigMap `weir-settings` of the " +
      "namespace `weir-system`; those of the webhook's front are in [its own page](../../functions/front/README.md).",
    makeTable(
      ["Variable", "Default", "Limits", "Read by", "Meaning"],
      variables.map(({ name, default: usual, schema, functions, about }) => [
        code(name),
        defaultText(usual),
        schema.description ?? "",
        functions.join(", "),
        about,
      ]),
    ),
  ]);
}

function defaultText(value: string | undefined): string {
  if (value === undefined) return "none: must be set";
  return value === "" ? "empty" : code(value);
}
