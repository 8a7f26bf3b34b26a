import type { JsonObject } from "../../shared/core/json.ts";
import { advance } from "./advance.ts";
import { type AuditEntry, readAudit } from "./audit.ts";
import {
  createToken,
  createUiDeployment,
  deleteRow,
  editSpec,
  endJobNow,
  markArtifact,
  revokeToken,
  scaleNow,
  setAutopilotMode,
  tellNow,
  wipeLock,
} from "./backdoor.ts";
import { findBroken, findViolations } from "./invariants.ts";
import type { Settings } from "./knobs.ts";
import { loadDeployment } from "./loading.ts";
import type { Deployment, Event } from "./objects.ts";
import { type Platform, resetPlatform } from "./platform.ts";
import { applySettings, settingsOf } from "./settings.ts";
import type { AutopilotMode, Behaviour, Role, State } from "./state.ts";
import type { Violation } from "./violation.ts";

/** The backdoor of 2.9 item 10 for code in the same process; `/admin` and `/config` offer the same over HTTP. */
export type Admin = {
  /** The current settings, complete. */
  readonly config: () => Settings;
  /** Changes the given settings; throws RangeError naming each wrong field and why. */
  readonly configure: (settings: Settings) => void;
  /** A deployment as made in the UI: unmarked, unchecked; undefined when the name is bad or taken. */
  readonly createDeployment: (namespace: string, name: string, spec: JsonObject) => Deployment | undefined;
  /** Creates a deployment as a list showed it, checked as its owner's POST is; undefined, or why it is refused. */
  readonly loadDeployment: (saved: JsonObject) => string | undefined;
  /** Deletes a row whatever its state or lock; undefined when there is none. */
  readonly deleteDeployment: (namespace: string, nameOrId: string) => Deployment | undefined;
  /** Merges a patch into a spec, past lock and checks; undefined when there is no such deployment. */
  readonly editSpec: (namespace: string, nameOrId: string, patch: JsonObject) => Deployment | undefined;
  /** Removes the ownership marker; undefined when there is no such deployment. */
  readonly wipeLock: (namespace: string, nameOrId: string) => Deployment | undefined;
  /** Sets the Autopilot mode; undefined when there is no such deployment. */
  readonly setMode: (namespace: string, nameOrId: string, mode: AutopilotMode) => Deployment | undefined;
  /** Has Autopilot scale the job; undefined unless its mode is ACTIVE, the deployment RUNNING and no scaling under way. */
  readonly startScaling: (namespace: string, nameOrId: string, target: number) => Deployment | undefined;
  /** Has the platform tell an event of any name about a deployment and its job; undefined when there is none. */
  readonly tellEvent: (namespace: string, nameOrId: string, name: string, message: string) => Event | undefined;
  /** Says how jobs of an artifact (jarUri, sqlScript, pythonArtifactUri) behave. */
  readonly markArtifact: (artifact: string, behaviour: Behaviour) => void;
  /** Finishes or fails a STARTED job now; false when it is not STARTED. */
  readonly endJob: (jobId: string, outcome: "finish" | "fail") => boolean;
  /** Creates a token and returns its secret. */
  readonly createToken: (token: { namespace: string; role: Role; secret?: string; expiresInMs?: number }) => string;
  /** Ends a token at once; false when there is none. */
  readonly revokeToken: (secret: string) => boolean;
  /** Puts the clock forward; what becomes due in between happens at its own time. Gives the new time. */
  readonly advance: (ms: number) => number;
  /** Broken invariants, one line each. */
  readonly violations: () => readonly string[];
  /** Broken invariants with their rule and who is to blame. */
  readonly broken: () => readonly Violation[];
  /** The newest entries of the audit log, oldest first. */
  readonly audit: () => readonly AuditEntry[];
  /** Back to the beginning: state, settings, tokens and calls. */
  readonly reset: () => void;
  /** The live state, after everything that is due by now. */
  readonly catchUp: () => State;
  /** The live state of the model, as the last request left it. */
  readonly state: () => State;
};

/** The backdoor of one platform. */
export function makeAdmin(platform: Platform): Admin {
  const now = platform.clock;
  return {
    config: () => settingsOf(platform),
    configure: (settings) => applySettings(platform, settings),
    createDeployment: (namespace, name, spec) => createUiDeployment(platform.state, { namespace, name }, spec, now()),
    loadDeployment: (saved) => loadDeployment(platform.state, saved, now()),
    deleteDeployment: (namespace, nameOrId) => deleteRow(platform.state, namespace, nameOrId, now()),
    editSpec: (namespace, nameOrId, patch) => editSpec(platform.state, { namespace, nameOrId }, patch, now()),
    wipeLock: (namespace, nameOrId) => wipeLock(platform.state, namespace, nameOrId, now()),
    setMode: (namespace, nameOrId, mode) => setAutopilotMode(platform.state, { namespace, nameOrId }, mode, now()),
    startScaling: (namespace, nameOrId, target) => scaleNow(platform.state, { namespace, nameOrId }, target, now()),
    tellEvent: (namespace, nameOrId, name, message) =>
      tellNow(platform.state, { namespace, nameOrId }, { name, message }, now()),
    markArtifact: (artifact, behaviour) => markArtifact(platform.state, artifact, behaviour),
    endJob: (jobId, outcome) => endJobNow(platform.state, jobId, outcome, now()),
    createToken: (token) => createToken(platform.state, token, now()),
    revokeToken: (secret) => revokeToken(platform.state, secret),
    advance: (ms) => {
      platform.ahead += ms;
      return now();
    },
    violations: () => findViolations(platform.state),
    broken: () => findBroken(platform.state),
    audit: () => readAudit(platform.state.audit),
    reset: () => resetPlatform(platform),
    catchUp: () => {
      advance(platform.state, now());
      return platform.state;
    },
    state: () => platform.state,
  };
}
