import { at } from "../../core/json.ts";
import type { Review, Rule, Violation } from "../../core/rule.ts";
import { ruleOf } from "../../flink/rules/option-rules.ts";
import { configurationOf } from "../../flink/rules/review-configuration.ts";
import { optionOf } from "../../flink/spellings.ts";
import { atLeast, findFlinkVersion } from "../../flink/versions.ts";

const path = "spec.job.jarURI";
const rawHttp = "user.artifacts.raw-http-enabled";
const inImage =
  "put the JAR into the image, or let an init container of the podTemplate fetch it, and name it by local://";

/** What Flink does with a JAR that is not in the image. */
interface Judgement {
  readonly severity: Rule["severity"];
  readonly message: string;
}

/** The scheme of a URI as Flink compares it, letter by letter; undefined for a path alone, which is a file. */
function schemeOf(uri: string): string | undefined {
  return /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1];
}

function judgeNative(scheme: string, review: Review): Judgement | undefined {
  const version = findFlinkVersion(String(at(review.object.spec, "flinkVersion")));
  if (version === undefined || scheme === "local") return undefined;
  if (!atLeast(version.name, "v1_19")) {
    return {
      severity: "deny",
      message: `must begin with local://, as a JobManager before Flink 1.19 fetches no JAR and would not start: ${inImage}`,
    };
  }
  if (scheme === "http" && optionOf(configurationOf(review), rawHttp)?.trim().toLowerCase() !== "true") {
    return { severity: "deny", message: `is not fetched by http unless ${rawHttp} is "true"; set that, or use https` };
  }
  if (["http", "https", "file"].includes(scheme)) return undefined;
  return {
    severity: "warn",
    message:
      `is fetched by the JobManager itself, in whose image Flink's file system plugin for ${scheme} must be enabled, ` +
      "such as by ENABLE_BUILT_IN_PLUGINS",
  };
}

/** The class path of a standalone JobManager has URLs, of which Java knows these. */
function judgeStandalone(scheme: string): Judgement | undefined {
  if (scheme === "local" || scheme === "file") return undefined;
  if (scheme === "http" || scheme === "https") {
    return {
      severity: "warn",
      message:
        "is loaded from there by each process of a standalone cluster whenever it starts, and needs spec.job.entryClass; " +
        inImage,
    };
  }
  return { severity: "deny", message: `is nothing that a standalone JobManager can load classes from: ${inImage}` };
}

function judge(review: Review): Judgement | undefined {
  const uri = at(review.object.spec, "job", "jarURI");
  if (typeof uri !== "string" || uri === "") return undefined;
  const scheme = schemeOf(uri);
  const isStandalone = at(review.object.spec, "mode") === "standalone";
  return isStandalone ? judgeStandalone(scheme ?? "") : judgeNative(scheme ?? "file", review);
}

const found =
  (severity: Rule["severity"]) =>
  (review: Review): Violation[] => {
    const judgement = judge(review);
    return judgement?.severity === severity ? [{ path, message: judgement.message }] : [];
  };

/** Where the JAR of an application may be: its JobManager gets it, never Weir, and what it can get depends on version and mode. */
export const applicationJarRules: readonly Rule[] = [
  ruleOf(
    {
      name: "application-jar",
      why: "A JobManager that cannot get its JAR crashes at each start; before 1.19 none fetches any (FLINK-28915).",
      severity: "deny",
      path,
      message: "is where the JobManager of this version and mode cannot get it",
    },
    found("deny"),
  ),
  ruleOf(
    {
      name: "application-jar-fetched",
      why: "The guide names s3 and https as if they worked by themselves; what they need shows only when the JobManager starts.",
      severity: "warn",
      path,
      message: "is fetched by Flink itself, which needs more than the URI",
    },
    found("warn"),
  ),
];
