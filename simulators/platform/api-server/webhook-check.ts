import { at, type Json, listAt, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { FieldError } from "./resource.ts";

/** What is wrong with the webhooks of a configuration. `http` URLs are accepted here, other than by the real server. */
export function webhookErrors(configuration: KubeObject): FieldError[] {
  return listAt(configuration, "webhooks").flatMap((hook, index) => hookErrors(hook, `webhooks[${index}]`));
}

function hookErrors(hook: Json, path: string): FieldError[] {
  const [name, effects] = [textAt(hook, "name"), textAt(hook, "sideEffects")];
  const targets = [at(hook, "clientConfig", "url"), at(hook, "clientConfig", "service")].filter(
    (one) => one !== undefined,
  );
  const wanted = `"None", "NoneOnDryRun"`;
  const rows: (FieldError | false)[] = [
    name.split(".").length < 3 && {
      field: `${path}.name`,
      type: "FieldValueInvalid",
      value: name,
      detail: "should be a domain with at least three segments separated by dots",
    },
    effects === "" && {
      field: `${path}.sideEffects`,
      type: "FieldValueRequired",
      detail: "must specify one of None, NoneOnDryRun",
    },
    effects !== "" &&
      !["None", "NoneOnDryRun"].includes(effects) && {
        field: `${path}.sideEffects`,
        type: "FieldValueNotSupported",
        value: effects,
        detail: `supported values: ${wanted}`,
      },
    listAt(hook, "admissionReviewVersions").length === 0 && {
      field: `${path}.admissionReviewVersions`,
      type: "FieldValueRequired",
      detail: "must specify one of v1, v1beta1",
    },
    targets.length !== 1 && {
      field: `${path}.clientConfig`,
      type: "FieldValueRequired",
      detail: "exactly one of url or service is required",
    },
  ];
  return rows.filter((row) => row !== false);
}
