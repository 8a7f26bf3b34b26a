import type { KubeObject } from "../../../../shared/core/object.ts";
import { deployed, patched } from "../flink-rig.ts";

/** One example of a rule: a resource that it accepts, or refuses or warns of. */
export interface RuleRow {
  readonly rule: string;
  readonly accepted: boolean;
  readonly name: string;
  readonly why: string;
  readonly object: KubeObject;
  /** The version before; where it is deployed, a pass sees that in the status and says the same. */
  readonly oldObject?: KubeObject;
  /** The operator's own configuration. */
  readonly operator?: Readonly<Record<string, string>>;
  /** Namespaces that are looked at; absent means all. */
  readonly namespaces?: readonly string[];
}

type More = Pick<RuleRow, "operator" | "oldObject" | "namespaces">;

/** Makes rows from changes of one sound resource. */
export function rowsOf(base: KubeObject) {
  const make =
    (accepted: boolean) =>
    (rule: string, name: string, why: string, patch: unknown, more: More = {}) => ({
      rule,
      accepted,
      name,
      why,
      object: patched(base, patch),
      ...more,
    });
  const held = make(true);
  const broken = make(false);
  /** The change of one version into another, the first being deployed. */
  const changed =
    (accepted: boolean) =>
    (rule: string, name: string, why: string, before: unknown, patch: unknown): RuleRow => {
      const oldObject = deployed(patched(base, before));
      return { ...make(accepted)(rule, name, why, patch), object: patched(oldObject, patch), oldObject };
    };
  return { held, broken, changedWell: changed(true), changedBadly: changed(false) };
}

/** A merge patch of `spec.job`. */
export function job(fields: unknown): unknown {
  return { spec: { job: fields } };
}

/** A merge patch of `spec.flinkConfiguration`. */
export function options(fields: unknown): unknown {
  return { spec: { flinkConfiguration: fields } };
}
