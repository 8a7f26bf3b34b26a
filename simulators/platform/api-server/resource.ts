import type { KubeObject } from "./object.ts";
import type { Structural } from "./structural.ts";

/** How a resource is called. `group` is empty for the core group. */
export interface Names {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** What a resource may look at while an object is prepared. */
export interface PrepareContext {
  readonly now: number;
  readonly old: KubeObject | undefined;
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  /** JSON path, such as `.status.phase`. */
  readonly path: string;
  readonly description: string;
  /** 0: always shown; above: only with `-o wide`. */
  readonly priority: number;
}

/** One served resource (a version of it, for a CRD with several); built-in ones are rows, CRD ones are derived. */
export interface Resource extends Names {
  readonly namespaced: boolean;
  /** Rule for object names. */
  readonly nameForm: "subdomain" | "label";
  /** Paths that a `fieldSelector` may name, besides metadata.name and metadata.namespace. */
  readonly fieldLabels: readonly string[];
  /** True if `/status` exists and the main resource ignores `status`. */
  readonly statusSubresource: boolean;
  /** True for resources defined by a CRD: kept with apiVersion and kind in lists, generation counted from the content. */
  readonly custom: boolean;
  /** Structural schema that prunes, defaults and validates; absent: anything goes. */
  readonly schema?: Structural;
  /** True if PUT may omit resourceVersion. */
  readonly unconditionalUpdate: boolean;
  /** True if PUT on a name that does not exist creates it. */
  readonly createOnUpdate: boolean;
  /** Top-level members whose change raises generation; absent: the resource has no generation. */
  readonly generationOf?: readonly string[];
  /** Fills in defaults as the real server does; the result is validated next. */
  readonly prepare?: (object: KubeObject, context: PrepareContext) => KubeObject;
  /** Finds what is wrong with an object, as the real server's hand-written validation would. */
  readonly validate?: (object: KubeObject, old: KubeObject | undefined) => FieldError[];
  /** Top-level members besides apiVersion, kind and metadata; any other is dropped with a warning. Absent: all are kept. */
  readonly members?: readonly string[];
  /** Top-level members that map names to texts, and whether the texts are base64. */
  readonly textMaps?: Readonly<Record<string, "plain" | "base64">>;
  /** Members that hold a time with exactly six digits behind the second. */
  readonly microTimes?: readonly string[];
  /** True if a deletion answers with the deleted object instead of a `Status`. */
  readonly returnsDeleted?: boolean;
  /** Columns of a `Table` after the name; absent: the age. */
  readonly columns?: readonly PrinterColumn[];
  /** Verbs left out of discovery and refused. */
  readonly without?: readonly string[];
}

/** One finding of validation; its texts follow `field.Error` of apimachinery. */
export interface FieldError {
  readonly field: string;
  readonly type: FieldErrorType;
  readonly value?: unknown;
  readonly detail?: string;
}

/** The causes that a field error can report. */
export type FieldErrorType =
  | "FieldValueInvalid"
  | "FieldValueRequired"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueDuplicate"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid"
  | "FieldValueNotFound"
  | "InternalError";

/** Storage key of a resource, the same for all its versions. */
export function storageKey(names: Pick<Names, "group" | "plural">): string {
  return `${names.group}/${names.plural}`;
}

/** `group/version`, or `version` in the core group. */
export function apiVersionOf(names: Pick<Names, "group" | "version">): string {
  return names.group === "" ? names.version : `${names.group}/${names.version}`;
}

/** Key of an object inside its resource; sorts as etcd does. */
export function objectKey(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}
