import { flinkExample } from "../flink-rig.ts";
import { options, type RuleRow, rowsOf } from "./row.ts";

const { held, broken } = rowsOf(flinkExample("application"));
const noHa = { "high-availability": null, "high-availability.storageDir": null };
const rollback = "kubernetes.operator.deployment.rollback.enabled";
const healthCheck = "kubernetes.operator.cluster.health-check.enabled";
const recovery = "kubernetes.operator.jm-deployment-recovery.enabled";

const owned = [
  ["kubernetes", "namespace"],
  ["kubernetes", "cluster-id"],
  ["high-availability", "cluster-id"],
].flatMap(([parent = "", key = ""]) => {
  const rule = `own-${parent}-${key}`;
  return [
    held(rule, `no ${parent}.${key}`, "FD-5.", {}),
    broken(rule, `${parent}.${key}`, "8.1/8.", options({ [`${parent}.${key}`]: "other" })),
    broken(
      rule,
      `${parent} with ${key} in it`,
      "FD-5: nested is the same option.",
      options({ "high-availability": null, [parent]: { [key]: "other" } }),
    ),
  ];
});

const texts = "log4j-console.properties";

/** The configuration, ingress and logs (FD-5 to FD-10), and what the guide writes in another way. */
export const configurationRows: readonly RuleRow[] = [
  ...owned,
  held(
    "own-kubernetes-cluster-id",
    "kubernetes as a text",
    "It is no map, so that nothing is in it.",
    options({ kubernetes: "x" }),
  ),
  held("options-once", "nested options", "1.3.", options({ state: { backend: { fs: { memory: "1" } } } })),
  broken(
    "options-once",
    "an option nested and with dots",
    "Which of them counts?",
    options({ "a.b": "1", a: { b: "2" } }),
  ),
  broken(
    "options-once",
    "twenty options below a key of 5,000 characters",
    "Each of them has the long key in its own: more characters than a flat configuration may have.",
    options({ ["a".repeat(5_000)]: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, "x"])) }),
  ),
  {
    ...broken("options-apart", "an option below another one, for Flink 2", "3.2.", {
      spec: { flinkVersion: "v2_0", flinkConfiguration: { "a.b": "1", "a.b.c": "2" } },
    }),
  },
  held(
    "options-apart",
    "an option below another one, for Flink 1",
    "flink-conf.yaml is flat.",
    options({ "a.b": "1", "a.b.c": "2" }),
  ),
  held(
    "options-apart",
    "high availability of the older spelling, for Flink 2",
    "It is written as high-availability.type.",
    {
      spec: { flinkVersion: "v2_0" },
    },
  ),
  held(
    "options-readable",
    "a duration",
    "5.3.",
    options({ "kubernetes.operator.savepoint.trigger.grace-period": "1h" }),
  ),
  broken(
    "options-readable",
    "a duration that is none",
    "The default would hold without a word.",
    options({ "kubernetes.operator.savepoint.trigger.grace-period": "soon" }),
  ),
  held("options-spelling", "an option of Apache", "5.3.", options({ [rollback]: "true" })),
  broken(
    "options-spelling",
    "an option of the guide",
    "5.6/3: accepted, and named.",
    options({ "kubernetes.operator.job.upgrade.last-state.checkpoint.max.age": "10m" }),
  ),
  broken(
    "options-spelling",
    "an option that nobody knows",
    "A slip.",
    options({ "kubernetes.operator.savepont.format.type": "NATIVE" }),
  ),
  held("notation-readable", "labels", "5.6/12.", options({ "kubernetes.jobmanager.labels": "team:data,env:prod" })),
  broken(
    "notation-readable",
    "tolerations that are no JSON",
    "They would be missing.",
    options({ "kubernetes.taskmanager.tolerations": '[{"key":' }),
  ),
  held(
    "notation-spelling",
    "tolerations in Flink's notation",
    "3.4.",
    options({ "kubernetes.taskmanager.tolerations": "key:a,operator:Exists" }),
  ),
  ...[
    { "kubernetes.taskmanager.tolerations": '[{"key":"a","operator":"Exists"}]' },
    { "kubernetes.jobmanager.annotations": "iam.amazonaws.com/role: arn:aws:iam::123:role/flink" },
    { "kubernetes.taskmanager.env.vars": "ENV:prod,REGION:us-east-1" },
    { "kubernetes.jobmanager.owner.reference": "true" },
  ].map((guide) =>
    broken(
      "notation-spelling",
      `the guide's ${Object.keys(guide)[0]}`,
      "5.6/12: works here, not there.",
      options(guide),
    ),
  ),
  held("rollback-needs-ha", "rollback with high availability", "FD-6.", options({ [rollback]: "true" })),
  held("rollback-needs-ha", "no rollback without high availability", "FD-6.", options(noHa)),
  broken("rollback-needs-ha", "rollback without high availability", "FD-6.", options({ ...noHa, [rollback]: "true" })),
  broken(
    "rollback-needs-ha",
    "rollback with high availability NONE",
    "FD-6.",
    options({ ...noHa, "high-availability.type": "NONE", [rollback]: "true" }),
  ),
  held(
    "rollback-needs-ha",
    "high availability by the operator's configuration",
    "3.1: its layer is below.",
    options({ ...noHa, [rollback]: "true" }),
    {
      operator: { "high-availability": "kubernetes", "high-availability.storageDir": "s3://bucket/ha" },
    },
  ),
  broken("rollback-needs-ha", "rollback by the operator's configuration", "3.1.", options(noHa), {
    operator: { [rollback]: "true" },
  }),
  held(
    "health-check-needs-recovery",
    "no recovery",
    "Nobody asked for a health check.",
    options({ [recovery]: "false" }),
  ),
  held(
    "health-check-needs-recovery",
    "health check with recovery",
    "FD-7.",
    options({ [healthCheck]: "true", [recovery]: "true" }),
  ),
  broken(
    "health-check-needs-recovery",
    "health check without recovery",
    "FD-7.",
    options({ [healthCheck]: "true", [recovery]: "false" }),
  ),
  held("ingress-template", "a template", "FD-8.", { spec: { ingress: { template: "{{name}}.example.com" } } }),
  broken("ingress-template", "an ingress without a template", "FD-8.", { spec: { ingress: { className: "nginx" } } }),
  ...[
    "{{name}}.{{namespace}}.flink.k8s.io",
    "/{{namespace}}/{{name}}(/|$)(.*)",
    "https://*.example.com:8443/a",
    "flink.example.com",
    "{{ Name }}.example.com/a{1,3}",
  ].map((template) => held("ingress-template-url", template, "FD-9.", { spec: { ingress: { template } } })),
  ...["no host", "{{cluster}}.example.com", "{{name}", "ftp://example.com", "a:b"].map((template) =>
    broken("ingress-template-url", template, "FD-9.", { spec: { ingress: { template } } }),
  ),
  held("log-files", "both files", "FD-10.", {
    spec: { logConfiguration: { [texts]: "a=b", "logback-console.xml": "<x/>" } },
  }),
  held("log-files", "properties", "5.6/7: the guide's way.", {
    spec: { logConfiguration: { "rootLogger.level": "INFO" } },
  }),
  broken("log-files", "a misspelt file", "FD-10.", { spec: { logConfiguration: { "log4j.properties": "a=b" } } }),
  broken("log-files", "a key with blanks", "FD-10.", { spec: { logConfiguration: { "root logger": "INFO" } } }),
  held("log-properties-spelling", "a file", "FD-10.", { spec: { logConfiguration: { [texts]: "a=b" } } }),
  broken("log-properties-spelling", "properties", "5.6/7.", {
    spec: { logConfiguration: { "rootLogger.level": "INFO" } },
  }),
  held("pull-secrets-spelling", "no pull secrets", "5.6/6.", {}),
  broken("pull-secrets-spelling", "pull secrets", "5.6/6: accepted, and said.", {
    spec: { imagePullSecrets: [{ name: "registry" }] },
  }),
  held("watched-namespace", "a namespace that is watched", "Multi-namespace.", {}, { namespaces: ["flink-prod"] }),
  broken("watched-namespace", "another one", "R12: nothing would ever happen.", {}, { namespaces: ["other"] }),
];
