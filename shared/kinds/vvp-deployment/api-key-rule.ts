import type { KubeObject } from "../../core/object.ts";
import type { Rule } from "../../core/rule.ts";
import { secretAnnotation } from "./names.ts";

/** AMB-30, as far as it can be told without a read: no denial, since a platform may be without authentication. */
export const apiKeyRule: Rule = {
  name: "api-key-secret",
  why: "R13: the Secret has the platform's API token; without it most platforms refuse every call.",
  severity: "warn",
  path: `metadata.annotations["${secretAnnotation}"]`,
  message: "names no Secret, so the platform is called without a token; name one of this namespace",
  holds: ({ object, oldObject }) => namesSecret(object) || (oldObject !== undefined && !namesSecret(oldObject)),
};

function namesSecret({ metadata }: KubeObject): boolean {
  return (metadata.annotations?.[secretAnnotation] ?? "") !== "";
}
