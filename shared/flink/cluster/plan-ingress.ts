import { isObject, type JsonObject, type JsonValue, member } from "../../core/json.ts";
import type { Violation } from "../../core/rule.ts";
import type { IngressPlan } from "./blueprint.ts";
import { itemsAt } from "./pod-template.ts";

/** An ingress that can be made, or why none can. */
export interface IngressFinding {
  readonly ingress?: IngressPlan;
  readonly problems: readonly Violation[];
}

/**
 * `spec.ingress` for a cluster (3.7, FD-8, FD-9): `template` is `[scheme://][host][/path]` with `{{name}}` and `{{namespace}}`
 * in any case; the path may be a regular expression.
 *
 * A template without host is for the hosts of `tls`, which is what the guide promises, or for any host where there are none.
 */
export function planIngress(
  source: JsonValue | undefined,
  cluster: { readonly name: string; readonly namespace: string },
): IngressFinding {
  if (source === undefined || source === null) return { problems: [] };
  if (!isObject(source)) return { problems: [{ path: "spec.ingress", message: "is no map" }] };
  const template = member(source, "template");
  if (typeof template !== "string" || template.trim() === "") {
    return { problems: [{ path: "spec.ingress.template", message: "Required value" }] };
  }
  const filled = fill(template.trim(), cluster);
  const [, host = "", path = ""] = /^(?:[a-z][\w+.-]*:\/\/)?([^/]*)(.*)$/is.exec(filled) ?? [];
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  const problem = whyNoAddress(filled, name, path);
  if (problem !== undefined) return { problems: [{ path: "spec.ingress.template", message: problem }] };
  const tls = itemsAt(source, "tls");
  return {
    ingress: {
      hosts: name === "" ? hostsOf(tls) : [name],
      path: path === "" ? "/" : path,
      className: textOf(source, "className"),
      annotations: textsOf(source, "annotations"),
      labels: textsOf(source, "labels"),
      tls,
    },
    problems: [],
  };
}

function fill(template: string, { name, namespace }: { name: string; namespace: string }): string {
  return template.replace(/\{\{\s*name\s*\}\}/gi, name).replace(/\{\{\s*namespace\s*\}\}/gi, namespace);
}

/** A DNS name of labels with 63 characters at most, the first of which may stand for any. */
const hostPattern = /^(\*\.)?[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$/;

function whyNoAddress(filled: string, host: string, path: string): string | undefined {
  const unknown = /\{\{[^}]*\}\}/.exec(filled)?.[0];
  if (unknown !== undefined) return `has ${unknown}, which nothing fills in; there are {{name}} and {{namespace}}`;
  if (host !== "" && (host.length > 253 || !hostPattern.test(host))) {
    return `gives the host ${JSON.stringify(host)}, which is no DNS name; write host/path, or /path for any host`;
  }
  return /[\s"]/.test(path) ? `gives the path ${JSON.stringify(path)}, which has a blank or a quote in it` : undefined;
}

function hostsOf(tls: readonly JsonObject[]): readonly (string | undefined)[] {
  const named = tls.flatMap((one) => {
    const hosts = member(one, "hosts");
    return Array.isArray(hosts) ? hosts.filter((host) => typeof host === "string") : [];
  });
  return named.length === 0 ? [undefined] : [...new Set(named)];
}

function textOf(source: JsonObject, key: string): string | undefined {
  const value = member(source, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textsOf(source: JsonObject, key: string): Readonly<Record<string, string>> {
  const value = member(source, key);
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => (text === null ? [] : [[name, String(text)]])),
  );
}
