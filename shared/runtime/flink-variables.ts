import * as z from "zod";
import { duration, oneOf, whole } from "./values.ts";
import type { Variable } from "./variable.ts";

const all = ["reconcile", "refresh", "autoscale", "admission"] as const;
const asking = ["reconcile", "refresh", "autoscale"] as const;

/** What a function reads for Flink's own kinds. */
export const flinkVariables = [
  {
    name: "WEIR_FLINK_DEFAULTS",
    default: "guide",
    about:
      "Whose defaults hold for the options of Flink resources: `guide`, or `apache` for those of the Apache operator.",
    functions: all,
    schema: oneOf("guide", "apache"),
  },
  {
    name: "WEIR_FLINK_CONFIGURATION",
    default: "",
    about:
      "File with the operator's own configuration of Flink resources, `key: value` lines as in [options](flink-options.md); " +
      "empty means none.",
    functions: all,
    schema: z.string(),
  },
  {
    name: "WEIR_FLINK_CA",
    default: "",
    about:
      "File with the authorities, as PEM, that vouch for clusters whose REST speaks HTTPS; empty means those of Node.js.",
    functions: asking,
    schema: z.string(),
  },
  {
    name: "WEIR_FLINK_HOSTS",
    default: "services",
    about:
      "Where the REST of clusters may be: `services` are Services in the cluster, `any` is for a process outside of it and " +
      "never for an installation.",
    functions: asking,
    schema: oneOf("services", "any"),
  },
  {
    name: "WEIR_AUTOSCALER_PROFILE",
    default: "improved",
    about:
      "How jobs are judged by the autoscaler: `improved`, or `compat` for the Apache autoscaler's formulas; the options are the same.",
    functions: ["autoscale"],
    schema: oneOf("improved", "compat"),
  },
  {
    name: "WEIR_AUTOSCALER_PERIOD",
    default: "1m",
    about:
      "How often the autoscaler's tick comes, as its schedule says; a job whose metric window has no room for two samples is told so.",
    functions: ["autoscale"],
    schema: duration(1_000, 3_600_000),
  },
  {
    name: "WEIR_AUTOSCALER_METRICS",
    default: "200",
    about:
      "Vertices, of all jobs together, of which `/metrics` of the autoscaler tells at most, 16 series each; 0 tells of none. Those that are left out are counted.",
    functions: ["autoscale"],
    // A scrape is held whole: of 10,000 vertices it is 32 MB, more than the heap of the shipped pod bears.
    schema: whole(0, 2_000),
  },
] as const satisfies readonly Variable[];
