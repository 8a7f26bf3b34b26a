import type { JsonObject } from "../../../../shared/core/json.ts";
import { ownerLabel } from "../../../../shared/kinds/vvp-deployment/names.ts";
import { full, lean, schema } from "./bases.ts";
import { constraintsOf } from "./constraints.ts";
import type { RuleProbe } from "./rule-probes.ts";
import { namespace, withValue } from "./samples.ts";
import { type Probe, permissive, probesOf } from "./schema-probes.ts";
import type { CourtClient, Verdict } from "./verdict.ts";

/** What decodes a resource before its schema is looked at, and is no field of ours. */
const decoders: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Every constraint of the schema besides its CEL rules. */
const constraints = constraintsOf(schema).filter(({ steps, keyword }) => {
  const [first] = steps;
  const decoded = typeof first === "object" ? decoders.has(first.property) : keyword === "type";
  return !decoded && keyword !== "x-kubernetes-validations";
});

/** Every request that the schema's constraints ask for. */
export const schemaProbes: readonly Probe[] = constraints.flatMap((constraint) => probesOf(constraint, { lean, full }));

/** Constraints that no request tries in the way that they need. */
export function untried(): string[] {
  return constraints
    .filter((constraint) => {
      const probes = probesOf(constraint, { lean, full });
      const complete = probes.some(({ accepted }) => accepted) && probes.some(({ accepted }) => !accepted);
      return !complete && !permissive.has(constraint.keyword);
    })
    .map(({ keyword, steps }) => `${keyword} at ${JSON.stringify(steps)}`);
}

const collection = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;
const dry = "dryRun=All&fieldValidation=Strict";
const width = 8;

/** Makes what probes need: their namespace, and a stored resource whose status is tried. */
export async function prepare(court: CourtClient): Promise<void> {
  await court.ask("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const made = await court.ask("POST", collection, full);
  if (made.code !== 201) throw new Error(`the full object is refused: ${made.message}`);
}

/** Sends every probe, some at a time and equal ones once, and gives the verdicts in their order. */
export async function judge(court: CourtClient, probes: readonly Probe[]): Promise<Verdict[]> {
  const { metadata } = (await court.ask("GET", `${collection}/full`)).body;
  const send = ({ object, toStatus }: Probe) =>
    toStatus
      ? court.ask("PUT", `${collection}/full/status?${dry}`, { ...object, metadata: metadata as JsonObject })
      : court.ask("POST", `${collection}?${dry}`, named(object, "probe"));
  const whole = { status: lazily(send), resource: lazily(send) };
  return inTurn(probes, (probe) => {
    if (probe.object !== full) return send(probe);
    return whole[probe.toStatus ? "status" : "resource"](probe);
  });
}

function lazily<One, Made>(make: (one: One) => Made): (one: One) => Made {
  let made: { readonly value: Made } | undefined;
  return (one) => {
    made ??= { value: make(one) };
    return made.value;
  };
}

/**
 * Sends every probe of a rule; what is stored for one is deleted again.
 *
 * `weir` is one of Weir's accounts: policies do not look at it, so it can store what nobody else may.
 */
export function judgeRules(court: CourtClient, weir: CourtClient, probes: readonly RuleProbe[]): Promise<Verdict[]> {
  return inTurn(probes, async ({ object, before }, index) => {
    if (before === undefined) return court.ask("POST", `${collection}?${dry}`, named(object, "probe"));
    const name = `probe-${index}`;
    const made = await court.ask("POST", collection, owned(named(before, name)));
    const body = { metadata: { labels: { [ownerLabel]: null, ...labelsOf(before) } } };
    const stored = await weir.ask("PATCH", `${collection}/${name}`, body, "application/merge-patch+json");
    if (stored.code !== 200) throw new Error(`${name} is not stored: ${made.message}${stored.message}`);
    const { resourceVersion } = stored.body.metadata as JsonObject;
    const replaced = named(object, name, { resourceVersion: resourceVersion as string });
    const verdict = await court.ask("PUT", `${collection}/${name}?${dry}`, replaced);
    await court.ask("DELETE", `${collection}/${name}`);
    return verdict;
  });
}

const labelsOf = ({ metadata }: JsonObject) => ((metadata as JsonObject).labels ?? {}) as JsonObject;

function owned(object: JsonObject): JsonObject {
  return withValue(object, ["metadata", "labels"], { [ownerLabel]: "my-operator" }) as JsonObject;
}

async function inTurn<One>(
  probes: readonly One[],
  ask: (probe: One, index: number) => Promise<Verdict>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const rest = probes.entries();
  const work = async () => {
    for (const [index, probe] of rest) verdicts[index] = await ask(probe, index);
  };
  await Promise.all(Array.from({ length: width }, work));
  return verdicts;
}

function named({ metadata, ...object }: JsonObject, name: string, more: JsonObject = {}): JsonObject {
  return { ...object, metadata: { ...(metadata as JsonObject), ...more, name, namespace } };
}
