import { at, job, putMode, type Row, running, seen, strategy, suspended, template } from "./parts.ts";

/** Previews of a changed definition. */
export const templates: readonly Row[] = [
  ...[
    ["STATEFUL", " through a savepoint"],
    ["STATELESS", " without its state"],
    ["NEW_KIND", ""],
  ].map(([kind = "", way]) => ({
    name: `another template with upgradeStrategy ${kind}`,
    why: "the strategy says how",
    before: { ...running, ...strategy(kind) },
    edit: { ...running, ...strategy(kind), ...template },
    says: [`restarts the job${way} (template changes, upgradeStrategy ${kind})`],
  })),
  {
    name: "another template without a strategy",
    why: "PATCH mode leaves it to the platform",
    before: running,
    edit: { ...running, ...template },
    says: ["restarts the job as its upgradeStrategy on the platform says (template changes)"],
  },
  {
    name: "another template whose strategy is no longer given",
    why: "PATCH mode takes nothing away, so the platform still has it",
    before: { ...running, ...strategy("STATELESS") },
    edit: { ...running, ...template },
    says: [
      "restarts the job without its state (template changes, upgradeStrategy STATELESS)",
      "leaves on the platform what PATCH mode cannot take away: spec.deployment.spec.upgradeStrategy",
    ],
  },
  {
    name: "another template with upgradeStrategy NONE",
    why: "AMB-32: the platform leaves the job alone",
    before: { ...running, ...strategy("NONE") },
    edit: { ...running, ...strategy("NONE"), ...template },
    says: ["the changed template holds from the next start of the job (upgradeStrategy NONE)"],
  },
  {
    name: "another template of a job that failed",
    why: "what the platform makes of it is not known",
    before: { ...running, ...seen("FAILED") },
    edit: { ...running, ...template },
    says: ["sends the changed template; the job was FAILED"],
  },
  {
    name: "another template of a job that is stopped",
    why: "nothing is restarted",
    before: suspended,
    edit: { ...suspended, ...template },
    says: ["the changed template holds from the next start of the job"],
  },
  {
    name: "a field of the template removed in PATCH mode",
    why: "R23: nothing of it is sent, so nothing restarts",
    before: { ...running, ...template },
    edit: running,
    says: [`leaves on the platform what PATCH mode cannot take away: ${job}.parallelism`],
  },
  {
    name: "a field of the template removed in PUT mode",
    why: "R24: it is reset",
    before: { ...running, ...putMode, ...template },
    edit: { ...running, ...putMode },
    says: ["restarts the job as its upgradeStrategy on the platform says (template changes)"],
  },
  {
    name: "the mode together with a label of the deployment",
    why: "R24: the first full definition resets what is not in it",
    before: running,
    edit: { ...running, ...putMode, "spec.deployment.metadata.labels": { a: "b" } },
    says: [
      "replaces the whole definition: what is not given is reset (PATCH → PUT)",
      "updates the deployment on the platform; that does not touch the job",
    ],
  },
  {
    name: "the number of attempts",
    why: "no upgrade comes of it",
    before: running,
    edit: { ...running, [`${at}.maxJobCreationAttempts`]: 3 },
    says: ["updates the deployment on the platform; that does not touch the job"],
  },
];
