import { ADMIN_BODIES, type JobOrder, type Settings } from "../../../simulators/flink/knobs.ts";
import { inOneLine, readSetting } from "../../../simulators/shell/setting.ts";
import { UsageError } from "../../usage-error.ts";
import { readJson } from "../flag-values.ts";

/** The knobs of `--config`; a `UsageError` names each wrong field. */
export async function readSettings(path: string): Promise<Settings> {
  const read = readSetting(ADMIN_BODIES.config, await readJson("--config", path));
  if ("value" in read) return read.value;
  throw new UsageError(`--config ${path}: ${inOneLine(read.complaints)}`);
}

/** The jobs of `--jobs`; a `UsageError` names each wrong field. */
export async function readJobs(path: string): Promise<readonly JobOrder[]> {
  const read = readSetting(ADMIN_BODIES.jobs, await readJson("--jobs", path));
  if ("value" in read) return read.value;
  throw new UsageError(`--jobs ${path}: ${inOneLine(read.complaints)}`);
}
