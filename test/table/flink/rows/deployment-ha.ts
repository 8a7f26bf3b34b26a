import { flinkExample, patched } from "../flink-rig.ts";
import { options, type RuleRow, rowsOf } from "./row.ts";

const application = patched(flinkExample("application"), options({ "high-availability": null }));
const { held, broken } = rowsOf(application);
const session = rowsOf(patched(application, { spec: { job: null } }));
const [type, storage] = ["high-availability.type", "high-availability.storageDir"];
const of = (name: string, dir: string | null = "s3://bucket/ha") => options({ [type]: name, [storage]: dir });
const factory = "org.apache.flink.kubernetes.highavailability.KubernetesHaServicesFactory";

/** Where high availability keeps what it knows of a job (DV-66, DV-67). */
export const highAvailabilityRows: readonly RuleRow[] = [
  ...["kubernetes", "KUBERNETES", factory, "NONE", "none", ""].map((name) =>
    held("ha-kubernetes", `"${name}"`, "Kubernetes' own, or nothing.", of(name)),
  ),
  held("ha-kubernetes", "no type", "Flink's default is NONE.", {}),
  ...["zookeeper", "ZOOKEEPER", "com.example.OwnHaServicesFactory", "kubernets"].map((name) =>
    broken("ha-kubernetes", name, "Nobody would clear it.", of(name)),
  ),
  session.broken(
    "ha-kubernetes",
    "zookeeper, of a session cluster",
    "The next one would run its jobs.",
    of("zookeeper"),
  ),
  broken(
    "ha-kubernetes",
    "zookeeper, by the older key",
    "The same option.",
    options({ "high-availability": "zookeeper" }),
  ),
  broken(
    "ha-kubernetes",
    "zookeeper, by the operator's configuration",
    "3.1.",
    {},
    {
      operator: { "high-availability": "zookeeper" },
    },
  ),
  held("ha-kubernetes", "kubernetes over the operator's zookeeper", "3.1.", of("kubernetes"), {
    operator: { [type]: "zookeeper" },
  }),
  held("ha-storage", "a directory", "Flink asks for it.", of("kubernetes")),
  held("ha-storage", "none without high availability", "Nothing is kept.", of("NONE", null)),
  broken("ha-storage", "none", "The JobManager would not start.", of("kubernetes", null)),
  broken("ha-storage", "none, by the name of the class", "The same.", of(factory, null)),
  broken("ha-storage", "an empty one", "Empty is as good as missing.", of("kubernetes", " ")),
  session.broken(
    "ha-storage",
    "none, of a session cluster",
    "Its JobManager needs it as well.",
    of("kubernetes", null),
  ),
  held("ha-storage", "one of the operator's configuration", "3.1.", of("kubernetes", null), {
    operator: { [storage]: "s3://bucket/ha" },
  }),
];
