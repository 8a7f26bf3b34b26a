import type { PassResult } from "../../shared/engine/engine.ts";
import { pass } from "../../shared/engine/pass.ts";
import { flinkDeployment } from "../../shared/kinds/flink-deployment/kind.ts";
import type { Objects } from "../../shared/ports/objects.ts";
import type { FlinkWorld } from "./flink-world.ts";

/** Before which call a pass stands still, and what is over by the time it goes on. */
export interface Standstill {
  readonly before: readonly [verb: keyof Objects, kind: string, name?: string];
  readonly meanwhile: () => Promise<unknown>;
}

/** One pass over `orders` that stands still once before each of these calls, in their order; rejects where it never came to one. */
export async function overtaken(world: FlinkWorld, standstills: readonly Standstill[]): Promise<PassResult> {
  const { objects, engine } = world;
  const left = [...standstills];
  const stand = async (verb: keyof Objects, { kind }: { readonly kind: string }, name?: string) => {
    const [next] = left;
    if (next === undefined || next.before[0] !== verb || next.before[1] !== kind) return;
    if (next.before[2] !== undefined && next.before[2] !== name) return;
    left.shift();
    await next.meanwhile();
  };
  const slow: Objects = {
    get: (kind, key) => stand("get", kind, key.name).then(() => objects.get(kind, key)),
    list: (kind, query) => stand("list", kind).then(() => objects.list(kind, query)),
    apply: (kind, object) => stand("apply", kind, object.metadata.name).then(() => objects.apply(kind, object)),
    create: (kind, object) => stand("create", kind, object.metadata.name).then(() => objects.create(kind, object)),
    patch: (kind, key, patch) => stand("patch", kind, key.name).then(() => objects.patch(kind, key, patch)),
    delete: (kind, key, seen) => stand("delete", kind, key.name).then(() => objects.delete(kind, key, seen)),
  };
  const key = { kind: "FlinkDeployment", namespace: "flink", name: "orders" };
  const ports = { ...engine.ports, objects: slow };
  const result = await pass({ ...engine, ports }, flinkDeployment, key, new AbortController().signal);
  if (left.length > 0) throw new Error(`it never came to ${left[0]?.before.join(" ")}`);
  return result;
}
