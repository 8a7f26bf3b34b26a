import type { Mutant } from "../mutant.ts";

const session = "shared/kinds/flink-session-job";

/** Defects in what is asked of Flink: savepoints, snapshots, and jobs of session clusters. */
export const flinkRequests: readonly Mutant[] = [
  {
    name: "flink-older-savepoint",
    why: "The savepoint of an earlier request counts as that of the newer one.",
    file: "shared/flink/judge-savepoint.ts",
    find: 'latest?.type === "SAVEPOINT" && latest.triggerTimestamp > sentAt - clockSkewMs',
    replace: 'latest?.type === "SAVEPOINT"',
    stories: ["two savepoints by two nonces"],
    killedBy: ["savepoints"],
  },
  {
    name: "flink-nonce-before-effect",
    why: "A nonce counts as done before its savepoint is asked for: a crash loses it.",
    file: "shared/flink/decide-savepoint.ts",
    find: "intents: [...others, { ...intent, details: { ...intent.details, formatType } }],",
    replace: "intents: others,",
    stories: ["savepoint by nonce"],
    killedBy: ["savepoints"],
  },
  {
    name: "flink-period-from-deploy",
    why: "A period counts from the deploy alone: once it is over, each look takes a savepoint.",
    file: "shared/flink/decide-savepoint.ts",
    find: "Math.max(at, taken?.at ?? 0, failure?.at ?? 0)",
    replace: "at",
    stories: ["periodic savepoint"],
    killedBy: ["savepoints", "thrown"],
  },
  {
    name: "flink-snapshot-again",
    why: "A snapshot that was asked for is not on record, and is asked for again.",
    file: "shared/kinds/flink-state-snapshot/decide-trigger.ts",
    find: "intents: [{ key: triggerIntent, attempt: sending, at: now, content: triggerId }],",
    replace: "intents: [],",
    stories: ["a savepoint"],
    killedBy: ["savepoints"],
  },
  {
    name: "flink-run-under-new-id",
    why: "A run that is sent again after doubt has another job id: it starts a second job.",
    file: `${session}/decide-start.ts`,
    find: "...wanted.run,\n    jobId:",
    replace: '...wanted.run,\n    jobId: true ? jobIdOf(view.object.metadata.uid ?? "", view.now) :',
    stories: ["first start"],
    killedBy: ["starts", "thrown"],
  },
  {
    name: "flink-jar-again",
    why: "A jar that is on the cluster already is not found, and brought there again.",
    file: `${session}/decide-start.ts`,
    find: "jars.jars.find((one) => one.name === name)",
    replace: "jars.jars.find((one) => one.id === name)",
    stories: ["first start"],
    killedBy: ["jars", "thrown", "starts"],
  },
  {
    name: "flink-job-left-running",
    why: "A session job is let go while it runs.",
    file: `${session}/decide-deletion.ts`,
    find: 'if (job.found !== "job" || isTerminal(job.job.state)) return undefined;\n    if (job.job.state',
    replace: 'if (job.found !== "none") return undefined;\n    if (job.job.state',
    stories: ["deletion"],
    killedBy: ["running"],
  },
  {
    name: "flink-newest-snapshot-removed",
    why: "What is too many by number is removed from its newest on, with the files that a job would go on from.",
    file: "shared/flink/snapshot-history.ts",
    find: "      .reverse()\n",
    replace: "",
    stories: ["savepoints that are kept by number, and disposed of"],
    killedBy: ["latest"],
  },
];
