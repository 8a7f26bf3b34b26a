import { describe, expect, it } from "vitest";
import type { SizedSpec } from "../../../shared/flink/deployment-spec.ts";
import { makeSizeOptions } from "../../../shared/flink/sizes.ts";

describe("sizes", () => {
  const sized = (spec: SizedSpec) => makeSizeOptions("jobmanager", spec, "spec.jobManager");

  it.each([
    { why: "2Gi", given: { resource: { memory: "2Gi" } }, options: { "jobmanager.memory.process.size": "2048m" } },
    {
      why: "2g is binary",
      given: { resource: { memory: "2g" } },
      options: { "jobmanager.memory.process.size": "2048m" },
    },
    {
      why: "bytes",
      given: { resource: { memory: "1e9" } },
      options: { "jobmanager.memory.process.size": "1000000000b" },
    },
    {
      why: "requests and limits",
      given: { resources: { requests: { memory: "2Gi", cpu: "500m" }, limits: { memory: "3Gi", cpu: 1 } } },
      options: {
        "jobmanager.memory.process.size": "2048m",
        "kubernetes.jobmanager.cpu.amount": "0.5",
        "kubernetes.jobmanager.memory.limit-factor": "1.5",
        "kubernetes.jobmanager.cpu.limit-factor": "2",
      },
    },
    {
      why: "a limit alone is the request too",
      given: { resources: { limits: { memory: "3Gi" } } },
      options: { "jobmanager.memory.process.size": "3072m" },
    },
    {
      why: "resources win over resource, amount by amount",
      given: { resource: { memory: "1g", cpu: 4 }, resources: { requests: { memory: "2g" } } },
      options: { "jobmanager.memory.process.size": "2048m", "kubernetes.jobmanager.cpu.amount": "4" },
    },
    {
      why: "FD-21: a limit below the request is no factor",
      given: { resources: { requests: { cpu: 2 }, limits: { cpu: 1 } } },
      options: { "kubernetes.jobmanager.cpu.amount": "2" },
    },
    { why: "nothing", given: {}, options: {} },
  ])("$why", ({ given, options }) => {
    expect(sized(given)).toEqual({ options, problems: [] });
  });

  it.each([
    { given: { resource: { memory: "two" } }, path: "resource.memory", message: /^"two" is no amount of memory/ },
    { given: { resource: { cpu: 0 } }, path: "resource.cpu", message: /^"0" is not more than 0$/ },
    {
      given: { resources: { limits: { cpu: "1 core" } } },
      path: "resources.limits.cpu",
      message: /no number of cores/,
    },
  ])("$path: FD-19, FD-20", ({ given, path, message }) => {
    expect(sized(given)).toEqual({
      options: {},
      problems: [{ path: `spec.jobManager.${path}`, message: expect.stringMatching(message) }],
    });
  });
});
