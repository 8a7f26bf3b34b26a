import type { JsonObject } from "../../core/json.ts";
import type { PodSettings } from "../pod-settings.ts";
import type { OptionReader } from "./option-reader.ts";

/** What options of Flink put into the main container of a role besides its ports and its configuration (3.4). */
export interface Additions {
  readonly env: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
  readonly volumeMounts: readonly JsonObject[];
}

/** Variables, mounted secrets and Hadoop's configuration as Flink's options ask for them. */
export function planAdditions(options: OptionReader, settings: PodSettings): Additions {
  const hadoop = options.text("kubernetes.hadoop.conf.config-map.name");
  const mounts = Object.entries(settings.mountedSecrets);
  return {
    env: [
      ...settings.env.map(({ name, value }) => ({ name, value })),
      ...settings.secretEnv.map(({ name, secret, key }) => ({
        name,
        valueFrom: { secretKeyRef: { name: secret, key } },
      })),
      ...variable("FLINK_LOG_DIR", options.text("kubernetes.flink.log.dir")),
      ...variable("HADOOP_CONF_DIR", hadoop === undefined ? undefined : hadoopFolder),
    ],
    volumes: [
      ...mounts.map(([secret]) => ({ name: volumeOf(secret), secret: { secretName: secret } })),
      ...(hadoop === undefined ? [] : [{ name: hadoopVolume, configMap: { name: hadoop } }]),
    ],
    volumeMounts: [
      ...mounts.map(([secret, mountPath]) => ({ name: volumeOf(secret), mountPath })),
      ...(hadoop === undefined ? [] : [{ name: hadoopVolume, mountPath: hadoopFolder }]),
    ],
  };
}

const hadoopVolume = "hadoop-config-volume";
const hadoopFolder = "/opt/hadoop/conf";

/** Flink's own name for the volume; a name with dots, which a volume cannot have, gets dashes. */
function volumeOf(secret: string): string {
  return `${secret.replaceAll(".", "-").slice(0, 56)}-volume`;
}

function variable(name: string, value: string | undefined): JsonObject[] {
  return value === undefined ? [] : [{ name, value }];
}
