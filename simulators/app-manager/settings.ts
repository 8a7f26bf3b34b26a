import { given } from "../shell/given.ts";
import { inOneLine, readSetting } from "../shell/setting.ts";
import { ADMIN_BODIES, type Settings } from "./knobs.ts";
import type { Platform } from "./platform.ts";

/** All knobs of a platform as they are. */
export function settingsOf({ faults, state }: Platform): Settings {
  return {
    ...faults,
    latencyMs: [...faults.latencyMs],
    next: [...faults.next],
    delays: { ...state.delays },
    refusedDeleteStatus: state.refusedDeleteStatus,
    deleteStatus: state.deleteStatus,
    nullInPatch: state.nullInPatch,
    autopilot: state.autopilotVoice,
    pageSize: state.pageSize,
    creationOnlyPaths: [...state.creationOnlyPaths],
    namespaces: [...state.namespaces],
    targets: [...state.targets],
    engineVersions: [...state.engineVersions],
  };
}

/** Changes the given knobs of a platform; throws RangeError naming each wrong field and why, and changes nothing then. */
export function applySettings(platform: Platform, settings: Settings): void {
  const read = readSetting(ADMIN_BODIES.config, settings);
  if ("complaints" in read) throw new RangeError(inOneLine(read.complaints));
  const { delays, autopilot, namespaces, targets, engineVersions, ...others } = read.value;
  const { pageSize, creationOnlyPaths, refusedDeleteStatus, deleteStatus, nullInPatch, ...faults } = others;
  const { state } = platform;
  platform.faults = { ...platform.faults, ...given(faults) };
  Object.assign(state, given({ pageSize, creationOnlyPaths, refusedDeleteStatus, deleteStatus, nullInPatch }));
  state.delays = { ...state.delays, ...given(delays ?? {}) };
  state.autopilotVoice = autopilot ?? state.autopilotVoice;
  if (namespaces !== undefined) state.namespaces = new Set(namespaces);
  if (targets !== undefined) state.targets = new Set(targets);
  if (engineVersions !== undefined) state.engineVersions = new Set(engineVersions);
}
