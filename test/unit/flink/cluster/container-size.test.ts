import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findIdleRequests,
  judgeSize,
  makeResources,
  type SizeSource,
  toLimitFactor,
  writeCpuQuantity,
  writeMemoryQuantity,
} from "../../../../shared/flink/cluster/container-size.ts";
import { seeded } from "../../../property/json-arbitrary.ts";

const source = (limits: SizeSource["template"], factors: Partial<SizeSource["factors"]> = {}): SizeSource => ({
  memory: 4096,
  cpu: 2000,
  factors: { memory: undefined, cpu: undefined, ...factors },
  template: { limits },
  path: "spec.podTemplate.spec.containers.0.resources",
  setBy: "spec.taskManager.resource",
});

describe("the size of a container (3.4)", () => {
  it.each([
    { name: "without a template the limit is the request", limits: {}, memory: 4096, cpu: 2000 },
    { name: "the guide's limit, 1.25 times the process, counts", limits: { memory: "5Gi" }, memory: 5120, cpu: 2000 },
    { name: "a decimal quantity counts as Kubernetes reads it", limits: { memory: "5G" }, memory: 4768, cpu: 2000 },
    { name: "a limit of cpu counts", limits: { cpu: 3.5 }, memory: 4096, cpu: 3500 },
    {
      name: "a limit that is the process size is fine",
      limits: { memory: "4096Mi", cpu: "2" },
      memory: 4096,
      cpu: 2000,
    },
  ])("$name", ({ limits, memory, cpu }) => {
    const { size, problems } = judgeSize(source(limits));
    expect(problems).toEqual([]);
    expect(size).toEqual({ memory: { request: 4096, limit: memory }, cpu: { request: 2000, limit: cpu } });
  });

  it("follows Flink's limit factors, as Flink cuts off", () => {
    const { size } = judgeSize(source({}, { memory: 1.2001, cpu: 1.5 }));
    expect(size).toEqual({ memory: { request: 4096, limit: 4915 }, cpu: { request: 2000, limit: 3000 } });
  });

  it.each([
    {
      name: "a memory limit below the process",
      limits: { memory: "3Gi" },
      factors: {},
      path: "memory",
      message: /^3Gi is below the 4Gi of spec\.taskManager\.resource\.memory: .*Write 4Gi or more$/,
    },
    {
      name: "a slip of the unit",
      limits: { memory: "5120m" },
      factors: {},
      path: "memory",
      message: /is below the 4Gi/,
    },
    {
      name: "a limit of cpu below the request",
      limits: { cpu: "500m" },
      factors: {},
      path: "cpu",
      message: /below the 2 of/,
    },
    {
      name: "rubbish",
      limits: { memory: "lots" },
      factors: {},
      path: "memory",
      message: /^"lots" is no quantity; write 4Gi/,
    },
    {
      name: "a limit beside a factor that says otherwise",
      limits: { memory: "5Gi" },
      factors: { memory: 2 },
      path: "memory",
      message: /contradicts the limit factor of the configuration, which gives 8Gi/,
    },
  ])("refuses $name", ({ limits, factors, path, message }) => {
    expect(judgeSize(source(limits, factors)).problems).toEqual([
      { path: `spec.podTemplate.spec.containers.0.resources.limits.${path}`, message: expect.stringMatching(message) },
    ]);
  });

  it("tells of a request that has no effect", () => {
    const asking = { ...source({}), template: { requests: { memory: "1Gi", cpu: "2" } } };
    expect(findIdleRequests(asking)).toEqual([
      {
        path: "spec.podTemplate.spec.containers.0.resources.requests.memory",
        message: "1Gi has no effect: spec.taskManager.resource.memory sets aside 4Gi",
      },
    ]);
  });

  it("keeps every other resource of the template and of the spec", () => {
    const template = { claims: [{ name: "gpu" }], limits: { memory: "5Gi", "nvidia.com/gpu": 1 } };
    const { size } = judgeSize({ ...source({}), template });
    const disk = { "ephemeral-storage": "10Gi" };
    expect(makeResources(template, size, { requests: disk, limits: disk, claims: [] })).toEqual({
      claims: [{ name: "gpu" }],
      requests: { "ephemeral-storage": "10Gi", cpu: "2", memory: "4Gi" },
      limits: { "nvidia.com/gpu": 1, "ephemeral-storage": "10Gi", cpu: "2", memory: "5Gi" },
    });
  });

  it("is written as the API server would write it", () => {
    expect([1536, 2048, 1024 * 1024, 1600, 0].map(writeMemoryQuantity)).toEqual([
      "1536Mi",
      "2Gi",
      "1Ti",
      "1600Mi",
      "0Mi",
    ]);
    expect([1000, 500, 1250].map(writeCpuQuantity)).toEqual(["1", "500m", "1250m"]);
  });

  it("reaches native TaskManagers as a factor that gives the same limit", () => {
    const amounts = fc.record({
      request: fc.integer({ min: 1, max: 2 ** 21 }),
      more: fc.integer({ min: 0, max: 2 ** 21 }),
    });
    fc.assert(
      fc.property(amounts, ({ request, more }) => {
        const factor = toLimitFactor({ request, limit: request + more });
        expect(Math.trunc(request * Number(String(factor)))).toBe(request + more);
      }),
      seeded(2_000),
    );
  });
});
