import { flinkExample, patched } from "../flink-rig.ts";
import { job, options, type RuleRow, rowsOf } from "./row.ts";

const { held, broken } = rowsOf(flinkExample("application"));
const periodic = "kubernetes.operator.periodic.savepoint.interval";
const age = "kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age";
const onDeletion = "kubernetes.operator.job.savepoint-on-deletion";
const retention = "execution.checkpointing.externalized-checkpoint-retention";
const dirless = rowsOf(
  patched(flinkExample("application"), options({ "state.savepoints.dir": null, [periodic]: null })),
);
const noCheckpoints = { "state.checkpoints.dir": null };
const without = (mode: string | null) => ({
  spec: { job: { upgradeMode: mode }, flinkConfiguration: noCheckpoints },
});

/** The job (FD-11 to FD-17) and the guide's own. */
export const jobRows: readonly RuleRow[] = [
  held("checkpoint-dir", "a directory", "FD-11.", {}),
  held("checkpoint-dir", "none for stateless", "FD-11.", without("stateless")),
  held("checkpoint-dir", "none where no mode is given", "The settled points: what exists is restored.", without(null)),
  ...["last-state", "stateful", "savepoint"].map((mode) =>
    broken("checkpoint-dir", `none for ${mode}`, "8.1/5.", without(mode)),
  ),
  held("checkpoint-dir", "the newer spelling", "FD-11.", {
    spec: { flinkConfiguration: { ...noCheckpoints, "execution.checkpointing.dir": "s3://bucket" } },
  }),
  held("checkpoint-dir", "a directory of the operator's configuration", "3.1.", without("last-state"), {
    operator: { "state.checkpoints.dir": "s3://bucket" },
  }),
  held("checkpoint-dir", "a directory of the namespace's defaults", "3.1.", without("last-state"), {
    operator: { "kubernetes.operator.default-configuration.namespace.flink-prod.state.checkpoints.dir": "s3://bucket" },
  }),
  broken("checkpoint-dir", "a directory of another namespace's defaults", "3.1.", without("last-state"), {
    operator: { "kubernetes.operator.default-configuration.namespace.other.state.checkpoints.dir": "s3://bucket" },
  }),
  broken(
    "checkpoint-dir",
    "an empty directory",
    "Empty is as good as missing.",
    options({ "state.checkpoints.dir": "" }),
  ),
  held("savepoint-dir", "a directory", "FD-12.", job({ upgradeMode: "savepoint" })),
  dirless.broken(
    "savepoint-dir",
    "none",
    "8.1/4, the settled points: admitted, and said.",
    job({ upgradeMode: "savepoint" }),
  ),
  held("place-for-state", "a directory for savepoints alone", "A savepoint is taken before each stop.", without(null)),
  dirless.held(
    "place-for-state",
    "a directory for checkpoints alone",
    "They are gone back to.",
    job({ upgradeMode: null }),
  ),
  dirless.broken("place-for-state", "neither", "Issue, 3: said before the first change is held.", without(null)),
  dirless.held("place-for-state", "neither, and stateless", "There is nothing to keep.", without("stateless")),
  dirless.broken(
    "kept-checkpoints",
    "deleted on a cancel",
    "Issue, 3.",
    options({ [retention]: "DELETE_ON_CANCELLATION" }),
  ),
  dirless.broken(
    "kept-checkpoints",
    "not kept at all",
    "The same.",
    options({ [retention]: "NO_EXTERNALIZED_CHECKPOINTS" }),
  ),
  dirless.held("kept-checkpoints", "kept", "Weir's own default.", options({ [retention]: "RETAIN_ON_CANCELLATION" })),
  held(
    "kept-checkpoints",
    "a directory for savepoints",
    "One is taken first.",
    options({ [retention]: "DELETE_ON_CANCELLATION" }),
  ),
  held("savepoint-dir-trigger", "a directory", "FD-13.", job({ savepointTriggerNonce: 1 })),
  dirless.held("savepoint-dir-trigger", "none without a nonce", "FD-13.", {}),
  dirless.broken("savepoint-dir-trigger", "none", "FD-13.", job({ savepointTriggerNonce: 1 })),
  held("savepoint-dir-periodic", "a directory", "FD-14.", options({ [periodic]: "6h" })),
  dirless.broken("savepoint-dir-periodic", "none", "FD-14.", options({ [periodic]: "6h" })),
  held("savepoint-dir-deletion", "a directory", "2.8.", options({ [onDeletion]: "true" })),
  dirless.held("savepoint-dir-deletion", "none, and no savepoint", "2.8.", options({ [onDeletion]: "false" })),
  dirless.broken("savepoint-dir-deletion", "none", "The job would go without one.", options({ [onDeletion]: "true" })),
  held("savepoint-dir-age", "a directory", "FD-15.", options({ [age]: "10m" })),
  dirless.held("savepoint-dir-age", "none, by default", "A default refuses nobody.", {}),
  dirless.held("savepoint-dir-age", "none for stateless", "DV-3: nothing of it is ever asked for its age.", {
    spec: { job: { upgradeMode: "stateless" }, flinkConfiguration: { [age]: "10m" } },
  }),
  dirless.broken("savepoint-dir-age", "none", "FD-15.", options({ [age]: "10m" })),
  dirless.broken("savepoint-dir-age", "none, without a mode", "FD-15: a job of no named mode keeps its state too.", {
    spec: { job: { upgradeMode: null }, flinkConfiguration: { [age]: "10m" } },
  }),
  dirless.broken(
    "savepoint-dir-age",
    "none, by savepoint",
    "SP-2: it goes on from the latest checkpoint, of any age.",
    {
      spec: { job: { upgradeMode: "savepoint" }, flinkConfiguration: { [age]: "10m" } },
    },
  ),
  dirless.broken(
    "savepoint-dir-age",
    "none, in the guide's spelling",
    "5.6/3.",
    options({ "kubernetes.operator.job.upgrade.last-state.checkpoint.max.age": "10m" }),
  ),
  held("mode-fits-job", "a batch job without state", "The guide.", {
    spec: { job: { upgradeMode: "stateless" }, flinkConfiguration: { "execution.runtime-mode": "BATCH" } },
  }),
  broken("mode-fits-job", "a batch job with state", "The guide.", options({ "execution.runtime-mode": "batch" })),
  held("parallelism", "1", "FD-17.", job({ parallelism: 1 })),
  broken("parallelism", "0", "8.1/7.", job({ parallelism: 0 })),
  broken("parallelism", "nothing", "1.3: nothing is 0.", job({ parallelism: null })),
  held("parallelism", "0 with TaskManagers", "8.1/7.", {
    spec: { job: { parallelism: 0 }, taskManager: { replicas: 2 } },
  }),
  held("parallelism", "no job", "A session cluster has none.", { spec: { job: null } }),
  held("stateful-spelling", "last-state", "5.6/1.", job({ upgradeMode: "last-state" })),
  broken("stateful-spelling", "stateful", "8.1/3: never silently.", {}),
  held("something-to-run", "a class without a JAR", "1.3.", job({ jarURI: null })),
  held("something-to-run", "a JAR without a class", "1.3.", job({ entryClass: null })),
  broken("something-to-run", "neither", "Nothing would start.", job({ jarURI: null, entryClass: null })),
];
