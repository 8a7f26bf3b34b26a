import { isObject, type JsonObject, type JsonValue, member } from "../../../shared/core/json.ts";
import { ADMIN_BODIES, type Settings } from "../../../simulators/app-manager/knobs.ts";
import { inOneLine, readSetting } from "../../../simulators/shell/setting.ts";
import { UsageError } from "../../usage-error.ts";
import { readJson } from "../flag-values.ts";

/** The knobs of `--config`; a `UsageError` names each wrong field. */
export async function readSettings(path: string): Promise<Settings> {
  const read = readSetting(ADMIN_BODIES.config, await readJson("--config", path));
  if ("value" in read) return read.value;
  throw new UsageError(`--config ${path}: ${inOneLine(read.complaints)}`);
}

/** The deployments of `--deployments`: a list of them, or a platform's list with its `items`. */
export async function readDeployments(path: string): Promise<readonly JsonObject[]> {
  const json = await readJson("--deployments", path);
  const items = Array.isArray(json) ? (json as readonly JsonValue[]) : member(json, "items");
  if (Array.isArray(items) && items.every(isObject)) return items;
  throw new UsageError(`--deployments ${path}: neither a list of deployments nor an object with a list 'items'`);
}
