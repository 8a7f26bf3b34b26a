import { flinkExample, patched } from "../flink-rig.ts";
import { job, type RuleRow, rowsOf } from "./row.ts";

const sessionJob = flinkExample("session-job");
const { held, broken, changedWell, changedBadly } = rowsOf(sessionJob);
const schemes = "kubernetes.operator.user.artifacts.allowed-schemes";
const http = { operator: { [schemes]: "http,https" } };
const jar = (jarURI: string | null) => job({ jarURI });

const restricted = [
  "http://169.254.169.254/x.jar",
  "http://127.0.0.1/x.jar",
  "http://0x7f.1/x.jar",
  "http://2130706433/x.jar",
  "http://10.1.2.3:8080/x.jar",
  "http://[::1]/x.jar",
  "http://[::ffff:10.0.0.1]/x.jar",
  "http://localhost/x.jar",
  "http://LOCALHOST./x.jar",
  "http://weir.localhost/x.jar",
];

/** FS-1 to FS-7, and what session jobs share with applications. */
export const sessionJobRows: readonly RuleRow[] = [
  held("deployment-name", "a name", "FS-1.", {}),
  broken("deployment-name", "no name", "FS-1.", { spec: { deploymentName: null } }),
  broken("deployment-name", "a name that no cluster can have", "FS-1.", { spec: { deploymentName: "My_Cluster" } }),
  held("job-given", "a job", "FS-2.", {}),
  broken("job-given", "no job", "FS-2.", { spec: { job: null } }),
  changedWell("deployment-name-fixed", "another job", "FS-3.", {}, job({ parallelism: 2 })),
  changedBadly("deployment-name-fixed", "another cluster", "8.1/13.", {}, { spec: { deploymentName: "other" } }),
  {
    ...held("deployment-name-fixed", "another cluster, never deployed", "FS-3: it waits for one that never came.", {
      spec: { deploymentName: "other" },
    }),
    oldObject: sessionJob,
  },
  held("jar-scheme", "https", "FS-4.", {}),
  held("jar-scheme", "no JAR", "The classes are in the cluster.", {
    spec: { job: { jarURI: null, entryClass: "a.B" } },
  }),
  ...["/opt/flink/job.jar", "job.jar", "9p://host/job.jar", "https://host/with blank.jar"].map((uri) =>
    broken("jar-scheme", uri, "FS-4.", jar(uri)),
  ),
  held("jar-host", "a host", "FS-6.", jar("https://host/job.jar")),
  ...["https:/job.jar", "https:///job.jar", "HTTPS:job.jar", "https://?a"].map((uri) =>
    broken("jar-host", uri, "FS-6.", jar(uri)),
  ),
  held("jar-url", "a URL", "FS-4.", jar("https://host:8443/job.jar?a=b")),
  ...["https://host:99999/job.jar", "https://[::1/job.jar", "https://a%zz/job.jar"].map((uri) =>
    broken("jar-url", uri, "FS-4.", jar(uri)),
  ),
  held("jar-scheme-allowed", "HTTPS", "FS-5: case does not count.", jar("HTTPS://host/job.jar")),
  held("jar-scheme-allowed", "http, where it is allowed", "FS-5.", jar("http://repo.example.com/job.jar"), http),
  held("jar-fetchable", "https", "It is streamed from there.", {}),
  ...["s3://bucket/job.jar", "local:///opt/job.jar"].map((uri) =>
    broken("jar-fetchable", uri, "Allowed by the operator, and Weir cannot fetch it.", jar(uri), {
      operator: { [schemes]: "https;S3;local" },
    }),
  ),
  held("jar-credentials", "no credentials", "They would be shown.", {}),
  broken("jar-credentials", "a password", "It would be shown.", jar("https://user:secret@repo.example.com/job.jar")),
  ...["http://host/x.jar", "s3://bucket/x.jar", "local:///opt/x.jar", "file:///etc/passwd"].map((uri) =>
    broken("jar-scheme-allowed", uri, "8.1/11: https alone by default.", jar(uri)),
  ),
  held("jar-host-restricted", "a public address", "FS-7.", jar("http://93.184.216.34/x.jar"), http),
  held("jar-host-restricted", "a name", "FS-7: whoever fetches resolves it.", jar("http://repo.internal/x.jar"), http),
  ...restricted.map((uri) => broken("jar-host-restricted", uri, "8.1/11.", jar(uri), http)),
  held("jar-host-restricted", "a private address where that is allowed", "FS-7.", jar("https://10.1.2.3/x.jar"), {
    operator: { "kubernetes.operator.user.artifacts.disallow-restricted-hosts": "false" },
  }),
  changedBadly("redeploy-path", "a nonce without a path", "8.1/34.", {}, job({ savepointRedeployNonce: 1 })),
  changedWell(
    "redeploy-path",
    "a nonce with a path",
    "8.1/34.",
    {},
    job({ savepointRedeployNonce: 1, initialSavepointPath: "s3://bucket/savepoint-1" }),
  ),
  held("stateful-spelling", "savepoint", "5.6/1.", job({ upgradeMode: "savepoint" })),
  broken("stateful-spelling", "stateful", "5.6/1.", {}),
  held("something-to-run", "a JAR", "1.3.", {}),
  broken("something-to-run", "neither JAR nor class", "Nothing would start.", jar(null)),
  held("options-once", "nested options", "1.5.", patchOf({ state: { backend: { fs: { memory: "1" } } } })),
  broken(
    "options-once",
    "an option nested and with dots",
    "Which of them counts?",
    patchOf({ "a.b": "1", a: { b: "2" } }),
  ),
  held("options-readable", "an option", "1.5.", patchOf({ "kubernetes.operator.savepoint.format.type": "NATIVE" })),
  broken(
    "options-readable",
    "a word that is none",
    "1.5.",
    patchOf({ "kubernetes.operator.savepoint.format.type": "ZIP" }),
  ),
  held("options-spelling", "an option of Flink", "1.5.", patchOf({ "pipeline.object-reuse": "true" })),
  broken(
    "options-spelling",
    "an option without effect here",
    "5.1.",
    patchOf({ "kubernetes.operator.reconcile.interval": "1s" }),
  ),
  held(
    "options-of-session-job",
    "an option of its own",
    "2.8.",
    patchOf({ "kubernetes.operator.job.restart.failed": "true" }),
  ),
  ...["deployment.rollback.enabled", "cluster.health-check.enabled", "jm-deployment-recovery.enabled"].map((key) =>
    broken(
      "options-of-session-job",
      key,
      "DV-61: no job that shares its cluster has it.",
      patchOf({ [`kubernetes.operator.${key}`]: "true" }),
    ),
  ),
  broken(
    "options-of-session-job",
    "an option of its cluster, in an older spelling",
    "DV-61: told by the key that holds.",
    patchOf({ "kubernetes.operator.session.block-on-unmanaged-jobs": "false" }),
  ),
  held("watched-namespace", "a namespace that is watched", "Multi-namespace.", {}, { namespaces: ["flink-dev"] }),
  broken("watched-namespace", "another one", "R12: nothing would ever happen.", {}, { namespaces: ["other"] }),
];

function patchOf(flinkConfiguration: unknown): unknown {
  return { spec: { flinkConfiguration } };
}

/** The session job of the examples, with changes. */
export const sessionJobWith = (patch: unknown) => patched(sessionJob, patch);
