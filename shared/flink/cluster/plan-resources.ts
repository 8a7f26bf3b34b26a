import type { JsonObject, JsonValue } from "../../core/json.ts";
import { readMemory, readQuantity } from "../../core/notation/memory-size.ts";
import type { Violation } from "../../core/rule.ts";
import type { Amounts } from "../deployment-spec.ts";
import { type Resources, writeMemoryQuantity } from "./container-size.ts";
import type { ComponentSpec } from "./request.ts";

/** What a role's container asks for besides cpu and memory, and what of it is no amount. */
export interface ResourcePlan {
  readonly resources: Resources;
  readonly problems: readonly Violation[];
}

/** Disk and devices as the spec of a role asks for them (3.4); cpu and memory reach Flink as options instead. */
export function planResources({ resource, resources }: ComponentSpec, path: string): ResourcePlan {
  const disk = planDisk(resource?.ephemeralStorage, `${path}.resource.ephemeralStorage`);
  const requests = planAmounts(resources?.requests, `${path}.resources.requests`);
  const limits = planAmounts(resources?.limits, `${path}.resources.limits`);
  return {
    resources: {
      requests: { ...disk.amounts, ...requests.amounts },
      limits: { ...disk.amounts, ...limits.amounts },
      claims: (resources?.claims ?? []) as JsonObject[],
    },
    problems: [...disk.problems, ...requests.problems, ...limits.problems],
  };
}

interface Planned {
  readonly amounts: JsonObject;
  readonly problems: readonly Violation[];
}

function planDisk(given: string | undefined, path: string): Planned {
  if (given === undefined) return { amounts: {}, problems: [] };
  const bytes = readMemory(given);
  if (!bytes.ok) return { amounts: {}, problems: [{ path, message: `${JSON.stringify(given)} ${bytes.reason}` }] };
  const whole = bytes.value % 2 ** 20 === 0;
  return {
    amounts: { "ephemeral-storage": whole ? writeMemoryQuantity(bytes.value / 2 ** 20) : String(bytes.value) },
    problems: [],
  };
}

function planAmounts(given: Amounts | undefined, path: string): Planned {
  const amounts = Object.entries(given ?? {}).filter(
    ([name, amount]) => amount !== undefined && name !== "cpu" && name !== "memory",
  );
  return {
    amounts: Object.fromEntries(amounts) as Record<string, JsonValue>,
    problems: amounts
      .filter(([, amount]) => readQuantity(String(amount)) === undefined)
      .map(([name, amount]) => ({ path: `${path}.${name}`, message: `${JSON.stringify(amount)} is no quantity` })),
  };
}
