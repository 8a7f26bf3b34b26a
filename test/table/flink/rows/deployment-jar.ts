import { flinkExample } from "../flink-rig.ts";
import { type RuleRow, rowsOf } from "./row.ts";

const { held, broken } = rowsOf(flinkExample("application"));
const [reachable, fetched] = ["application-jar", "application-jar-fetched"];
const native = (flinkVersion: string, jarURI: string | null, flinkConfiguration = {}) => ({
  spec: { flinkVersion, job: { jarURI }, flinkConfiguration },
});
const standalone = (jarURI: string) => ({ spec: { flinkVersion: "v2_2", mode: "standalone", job: { jarURI } } });
const [local, https, http, s3] = ["local:///opt/a.jar", "https://repo/a.jar", "http://repo/a.jar", "s3://bucket/a.jar"];
const rawHttp = "user.artifacts.raw-http-enabled";

/** Where the JAR of an application may be (DV-63). */
export const applicationJarRows: readonly RuleRow[] = [
  held(reachable, "local, native", "It is in the image.", native("v1_18", local)),
  held(reachable, "no JAR", "The classes are in the image.", native("v1_18", null)),
  ...[https, http, s3, "file:///opt/a.jar", "/opt/a.jar", "LOCAL:///opt/a.jar"].map((uri) =>
    broken(reachable, `${uri}, native 1.18`, "Flink checks for local, letter by letter.", native("v1_18", uri)),
  ),
  ...["v1_19", "v1_20", "v2_2"].flatMap((version) => [
    held(reachable, `https, native ${version}`, "FLINK-28915: fetched since 1.19.", native(version, https)),
    held(reachable, `s3, native ${version}`, "FLINK-28915: by a file system plugin.", native(version, s3)),
  ]),
  held(reachable, "a file, native 1.19", "Copied within the image.", native("v1_19", "/opt/a.jar")),
  broken(reachable, "http, native 1.19", "Flink refuses it by default.", native("v1_19", http)),
  broken(reachable, "http that is off, native 1.19", "So it is said.", native("v1_19", http, { [rawHttp]: "false" })),
  held(reachable, "http that is on, native 1.19", "So it is said.", native("v1_19", http, { [rawHttp]: "true" })),
  held(reachable, "http that the operator turned on", "3.1: its layer is below.", native("v1_19", http), {
    operator: { [rawHttp]: "true" },
  }),
  ...[local, "file:///opt/a.jar", https, http].map((uri) =>
    held(reachable, `${uri}, standalone`, "A URL that Java knows.", standalone(uri)),
  ),
  ...[s3, "/opt/a.jar", "hdfs://name/a.jar"].map((uri) =>
    broken(reachable, `${uri}, standalone`, "Java's class path takes URLs, and none of these.", standalone(uri)),
  ),
  held(fetched, "https, native 1.19", "Nothing more is needed.", native("v1_19", https)),
  broken(fetched, "s3, native 1.19", "The image needs a plugin.", native("v1_19", s3)),
  held(fetched, "local, standalone", "It is in the image.", standalone(local)),
  broken(fetched, "https, standalone", "Every process loads it for itself.", standalone(https)),
];
