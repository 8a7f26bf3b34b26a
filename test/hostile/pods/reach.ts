import type { JsonObject } from "../../../shared/core/json.ts";
import { before, beside, main, mounted, type PodRow, pod, rowsOf } from "./row.ts";

const free = { carried: "no level" } as const;
const manifest = `${'{"a":'.repeat(70)}1${"}".repeat(70)}`;
const many = (count: number, item: (index: number) => JsonObject) => Array.from({ length: count }, (_, at) => item(at));
const projected = (sources: JsonObject[]) => mounted({ projected: { sources } }, "/var/run/secrets/other");

/** What no level of Pod Security forbids: whose account, whose Secrets, which nodes, what beside Flink. */
const accounts: readonly PodRow[] = [
  ...rowsOf("CIS 5.1.5, 5.1.6: the rights of another account of the namespace.", free, {
    "the token is mounted": pod({ automountServiceAccountToken: true }),
    "a token for another audience": projected([{ serviceAccountToken: { path: "t", audience: "vault" } }]),
    "a token for a day": projected([{ serviceAccountToken: { path: "t", expirationSeconds: 86_400 } }]),
  }),
  ...rowsOf("CIS 5.4.1: any Secret of the namespace.", free, {
    "a Secret as a file": mounted({ secret: { secretName: "root-token" } }, "/secret"),
    "a Secret as a variable": main({ env: [{ name: "T", valueFrom: { secretKeyRef: { name: "s", key: "k" } } }] }),
    "a whole Secret as variables": main({ envFrom: [{ secretRef: { name: "root-token" } }] }),
    "a projected Secret": projected([{ secret: { name: "root-token" } }]),
    "a Secret to pull with": pod({ imagePullSecrets: [{ name: "of-another-team" }] }),
    "a claim of another team": mounted({ persistentVolumeClaim: { claimName: "of-another-team" } }),
  }),
  ...rowsOf("Where it runs, and before whom.", free, {
    "a node by its name": pod({ nodeName: "control-plane" }),
    "every taint": pod({ tolerations: [{ operator: "Exists" }] }),
    "nodes of the control plane": pod({ nodeSelector: { "node-role.kubernetes.io/control-plane": "" } }),
    "before all others": pod({ priorityClassName: "system-node-critical" }),
    "another scheduler": pod({ schedulerName: "mine" }),
    "another runtime": pod({ runtimeClassName: "runc-unconfined" }),
    "another name server": pod({ dnsPolicy: "None", dnsConfig: { nameservers: ["169.254.169.254"] } }),
    "other addresses of hosts": pod({ hostAliases: [{ ip: "10.0.0.1", hostnames: ["kubernetes.default.svc"] }] }),
    "never ends": pod({ terminationGracePeriodSeconds: 1_000_000_000 }),
    "another image": main({ image: "attacker.example/flink@sha256:0" }),
    "one process space": pod({ shareProcessNamespace: true }),
  }),
  ...rowsOf("What is beside Flink runs as it is.", free, {
    "a shell beside Flink": beside({ command: ["sh", "-c", "id"] }),
    "a shell before Flink": before({ command: ["sh", "-c", "id"] }),
    "a container that stays, before Flink": before({ restartPolicy: "Always" }),
    "without limits": beside({ resources: {} }),
    "a hundred beside Flink": pod({ containers: many(100, (at) => ({ name: `beside-${at}`, image: "x" })) }),
    "a thousand volumes": pod({ volumes: many(1_000, (at) => ({ name: `v-${at}`, emptyDir: {} })) }),
    "debug containers": pod({
      ephemeralContainers: [{ name: "debug", image: "x", targetContainerName: "flink-main-container" }],
    }),
    "a device": main({ resources: { limits: { "nvidia.com/gpu": "8" } } }),
  }),
  ...rowsOf("What no version of Kubernetes has is Kubernetes' to refuse.", free, {
    "an unknown member": pod({ notAField: { toString: 1 } }),
    "an unknown member of Flink's container": main({ onlyTomorrow: [{ hasOwnProperty: true }] }),
    "a member named as a method": pod({ toString: "x", valueOf: { toJSON: 1 } }),
  }),
];

/** What Flink decides, whatever a template says. */
const decided: readonly PodRow[] = [
  ...rowsOf(
    "3.4: the entry point is Flink's.",
    { ...free, decided: ["spec.containers.flink-main-container.command", "spec.containers.flink-main-container.args"] },
    {
      "another entry point": main({ command: ["sh"], args: ["-c", "id"] }),
    },
  ),
  ...rowsOf(
    "3.4: whether a pod starts again follows from the mode.",
    { ...free, decided: ["spec.restartPolicy"] },
    {
      "it ends for good": pod({ restartPolicy: "Never" }),
    },
  ),
  ...rowsOf(
    "3.4: memory and cores are what Flink plans with.",
    { ...free, decided: ["spec.containers.flink-main-container.resources"] },
    {
      "hardly any memory asked for": main({ resources: { requests: { memory: "1Mi", cpu: "1m" } } }),
    },
  ),
  ...rowsOf(
    "3.4: name, namespace, owner and Weir's labels are Weir's.",
    { ...free, decided: ["metadata"] },
    {
      "another namespace": { metadata: { name: "x", namespace: "kube-system", ownerReferences: [{ uid: "x" }] } },
      "the labels of another cluster": { metadata: { labels: { app: "other", component: "taskmanager", type: "x" } } },
      finalizers: { metadata: { finalizers: ["x/y"], generateName: "x", uid: "x" } },
    },
  ),
  ...rowsOf(
    "3.4: Flink's own ports, variables and folders stay.",
    {
      ...free,
      decided: [
        "spec.volumes.flink-config-volume",
        "spec.containers.flink-main-container.env._POD_IP_ADDRESS",
        "spec.containers.flink-main-container.ports.rest",
      ],
    },
    {
      "another volume under the configuration's name": pod({
        volumes: [{ name: "flink-config-volume", hostPath: { path: "/" } }],
      }),
      "the address of another pod": main({ env: [{ name: "_POD_IP_ADDRESS", value: "10.0.0.1" }] }),
      "the name of the REST's port": main({ ports: [{ name: "rest", containerPort: 22 }] }),
    },
  ),
  ...rowsOf(
    "1.3: the account is the one that spec.serviceAccount names, which it must.",
    { ...free, decided: ["spec.serviceAccount", "spec.serviceAccountName"] },
    {
      "another service account": pod({ serviceAccountName: "admin" }),
      "the same by its deprecated name": pod({ serviceAccount: "admin" }),
    },
  ),
];

const refused = (says: RegExp) => ({ refused: says });

/** What makes no pod, or none that Flink could run in. */
const impossible: readonly PodRow[] = [
  ...rowsOf(
    "3.2: where the configuration's folder can be written, Flink finds nobody.",
    refused(/mounts "v" over \/opt\/flink\/conf/),
    {
      "a volume over the configuration": mounted({ emptyDir: {} }, "/opt/flink/conf"),
      "the same with a slash": mounted({ emptyDir: {} }, "/opt/flink/conf/"),
      "the node's files over the configuration": mounted({ hostPath: { path: "/etc" } }, "/opt/flink/conf//"),
    },
  ),
  ...rowsOf("Two of one name, of which Kubernetes takes one.", refused(/more than once/), {
    "Flink's container twice": pod({
      containers: [{ name: "flink-main-container" }, { name: "flink-main-container" }],
    }),
    "one beside and one before of a name": pod({ containers: [{ name: "a" }], initContainers: [{ name: "a" }] }),
    "two volumes of a name": pod({
      volumes: [
        { name: "v", emptyDir: {} },
        { name: "v", hostPath: { path: "/" } },
      ],
    }),
    "two mounts at a path": main({
      volumeMounts: [
        { name: "a", mountPath: "/x" },
        { name: "b", mountPath: "/x" },
      ],
    }),
    "two variables of a name": main({
      env: [
        { name: "A", value: "1" },
        { name: "A", value: "2" },
      ],
    }),
  }),
  ...rowsOf("A volume is one thing.", refused(/is at once/), {
    "a folder that is the node's too": pod({ volumes: [{ name: "v", emptyDir: {}, hostPath: { path: "/" } }] }),
  }),
  ...rowsOf("What Kubernetes finds by its name has one.", refused(/Required value/), {
    "a container without a name": pod({ containers: [{ image: "x" }] }),
    "a volume without a name": pod({ volumes: [{ hostPath: { path: "/" } }] }),
  }),
  ...rowsOf("A limit below what Flink plans with kills it.", refused(/below the|is no quantity/), {
    "hardly any memory": main({ resources: { limits: { memory: "1Mi" } } }),
    "memory that is no quantity": main({ resources: { limits: { memory: "lots" } } }),
    "negative memory": main({ resources: { limits: { memory: "-1Gi" } } }),
  }),
  ...rowsOf("Keys that reach a prototype.", refused(/__proto__|constructor|prototype/), {
    __proto__: '{"spec":{"__proto__":{"hostPID":true}}}',
    "__proto__ of Flink's container":
      '{"spec":{"containers":[{"name":"flink-main-container","__proto__":{"securityContext":{"privileged":true}}}]}}',
    "__proto__ of labels": '{"metadata":{"labels":{"__proto__":"x"}}}',
    "a constructor's prototype": '{"spec":{"constructor":{"prototype":{"hostPID":true}}}}',
    "a prototype": '{"spec":{"securityContext":{"prototype":{"runAsUser":0}}}}',
  }),
  ...rowsOf("Deeper than anything that is meant.", refused(/levels|deep/), {
    "70 levels": `{"spec":{"x":${manifest}}}`,
  }),
];

/** What has a shape that no pod has. */
const misshapen: readonly PodRow[] = rowsOf("Another type than the schema's.", refused(/./), {
  "a list for a template": "[]",
  "a text for a template": '"x"',
  "a list for a pod": '{"spec":[]}',
  "a text for containers": '{"spec":{"containers":"flink-main-container"}}',
  "a map for containers": '{"spec":{"containers":{"flink-main-container":{}}}}',
  "a text for a container": '{"spec":{"containers":["flink-main-container"]}}',
  "null for a container": '{"spec":{"containers":[null]}}',
  "a number for a name": '{"spec":{"containers":[{"name":7}]}}',
  "a text for volumes": '{"spec":{"volumes":"x"}}',
  "a list for a volume": '{"spec":{"volumes":[[]]}}',
  "a text for variables": '{"spec":{"containers":[{"name":"flink-main-container","env":"A=1"}]}}',
  "a list for resources": '{"spec":{"containers":[{"name":"flink-main-container","resources":[]}]}}',
  "a map for an amount":
    '{"spec":{"containers":[{"name":"flink-main-container","resources":{"limits":{"memory":{}}}}]}}',
  "a number for a label": '{"metadata":{"labels":{"a":1}}}',
  "a list for labels": '{"metadata":{"labels":["a"]}}',
  "a text for tolerations": '{"spec":{"tolerations":"all"}}',
  "a map for pull secrets": '{"spec":{"imagePullSecrets":{"name":"x"}}}',
  "a number for a node's label": '{"spec":{"nodeSelector":{"a":true}}}',
});

export const reach: readonly PodRow[] = [...accounts, ...decided, ...impossible, ...misshapen];
