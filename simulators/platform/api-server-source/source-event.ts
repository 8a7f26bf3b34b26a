import { type CeOverrides, makeEventHeaders } from "../cloud-event-headers.ts";
import type { HeaderList } from "../exchange.ts";
import { escapeAsGo, toGoJson } from "./go-json.ts";
import type { Notification } from "./reflector.ts";
import { toSubject } from "./resource-path.ts";

/** `spec.mode`: the whole object, or an object reference without uid and resource version. */
export type SourceMode = "Resource" | "Reference";

/** What every event of one source has in common. */
export interface SourceIdentity {
  /** The API server's URL, which is the `source` attribute. */
  readonly source: string;
  readonly mode: SourceMode;
  readonly sourceNamespace: string;
  readonly overrides: CeOverrides | undefined;
}

/** An event of the source as it goes on the wire, and the few attributes that logs want. */
export interface SourceEvent {
  readonly type: string;
  readonly subject: string;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

/** The event for one notification (`knative.md` 1.2), with a fresh id and the time of sending. */
export function makeSourceEvent(identity: SourceIdentity, notification: Notification, nowMs: number): SourceEvent {
  const { apiVersion, kind, metadata } = notification.object;
  const namespace = metadata.namespace ?? "";
  const subject = toSubject(apiVersion, kind, namespace, metadata.name);
  const family = identity.mode === "Resource" ? "resource" : "ref";
  const type = `dev.knative.apiserver.${family}.${notification.verb}`;
  const headers = makeEventHeaders({
    type,
    source: identity.source,
    attributes: { apiversion: apiVersion, kind, name: metadata.name, namespace, subject },
    contentType: "application/json",
    overrides: identity.overrides,
    sourceNamespace: identity.sourceNamespace,
    nowMs,
  });
  const json = identity.mode === "Resource" ? toGoJson(notification.object) : toReference(notification);
  return { type, subject, headers, body: Buffer.from(json) };
}

// The field order of Go's ObjectReference; an empty namespace is left out.
function toReference({ object: { apiVersion, kind, metadata } }: Notification): string {
  const { name, namespace } = metadata;
  return escapeAsGo(JSON.stringify({ kind, ...(namespace && { namespace }), name, apiVersion }));
}
