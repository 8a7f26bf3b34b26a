import { join } from "node:path";
import { distributionFolder, type Release } from "../releases.ts";
import { runTool } from "../run-tool.ts";

/** The class of the job whose capacity is known. */
export const bottleneckClass = "dev.weir.BottleneckJob";

/** Path of that job as a jar, compiled against a release below `folder`; rejects with the compiler's words. */
export async function compileBottleneck(release: Release, folder: string): Promise<string> {
  const sources = ["BottleneckJob.java", "../job/CountingJob.java"].map((file) => join(import.meta.dirname, file));
  const [classes, jar] = [join(folder, "classes"), "bottleneck.jar"];
  const flink = join(distributionFolder(release), "lib/*");
  await runTool("javac", ["--release=11", "-Werror", "-Xlint:-options", "-cp", flink, "-d", classes, ...sources]);
  await runTool("jar", ["--create", `--file=${jar}`, `--main-class=${bottleneckClass}`, "-C", classes, "."], folder);
  return join(folder, jar);
}
