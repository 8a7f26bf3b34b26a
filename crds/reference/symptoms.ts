/** Something that a user notices, and where it comes from. */
export interface Symptom {
  readonly sees: string;
  /** Reasons of conditions. */
  readonly reasons: readonly string[];
  /** What else it may be, and what to do then. */
  readonly otherwise?: string;
}

const refused: Symptom = {
  sees: "`kubectl apply` or `kubectl edit` is refused.",
  reasons: [],
  otherwise: "The message names field and rule; [admission rules](admission-rules.md) says why there is one.",
};

const goesOnWaiting: Symptom = {
  sees: "A tool that waits for the resource goes on waiting.",
  reasons: ["Progressing"],
};

const ofFlink: readonly Symptom[] = [
  refused,
  {
    sees: "The columns stay empty: nobody has looked.",
    reasons: [],
    otherwise:
      "`WEIR_KINDS` leaves the kind out, the namespace is not watched (`WEIR_NAMESPACES`), or Weir does not run.",
  },
  {
    sees: "READY is `False`, and nothing moves.",
    reasons: ["SubConditionsFailing"],
    otherwise: "The message lists them.",
  },
];

/** By kind, the usual ways in which somebody notices that something is wrong; every reason is reached by one of them. */
export const symptoms: Readonly<Record<string, readonly Symptom[]>> = {
  VvpDeployment: [
    refused,
    {
      sees: "The columns stay empty: nobody has looked.",
      reasons: [],
      otherwise:
        "The label `ververica.platform/owner` names another operator, the namespace is not watched (`WEIR_NAMESPACES`), or " +
        "Weir does not run: `kubectl get ksvc,apiserversource,pingsource -n weir-system`.",
    },
    {
      sees: "A function does not start: its pods end with exit code 2, and its ksvc does not become Ready.",
      reasons: [],
      otherwise:
        "One line names each wrong [setting](environment.md): `kubectl logs -n weir-system -l " +
        "app.kubernetes.io/part-of=weir --all-containers --prefix`; installed with `kn`: `-l serving.knative.dev/service`.",
    },
    { sees: "HEALTHY is `False`.", reasons: ["SubConditionsFailing"], otherwise: "The reason of the one that fails." },
    {
      sees: "CONSISTENT is `Unknown`.",
      reasons: ["AppManagerUnreachable", "AuthenticationFailed", "CreationUnconfirmed"],
    },
    { sees: "CONSISTENT is `False`, and ACTUAL was always empty.", reasons: ["AppManagerCreateFailed"] },
    {
      sees: "CONSISTENT is `False`, and was `True` before.",
      reasons: ["AppManagerRecordNotFound", "DBRecordMissing", "ResourceDeleted", "HandoverRefused"],
    },
    {
      sees: "SPECALIGNED is `False`: an edit does not reach the platform.",
      reasons: ["ProjectionFailed", "InvalidSpec", "SyncDisabled", "StateProjectionSuppressedAutopilot"],
    },
    {
      sees: "A savepoint or restart that was asked for does not come.",
      reasons: ["SavepointBlocked", "RestartBlocked", "NoncesPending", "SyncDisabled"],
      otherwise: "The number is the one that was processed last: it asks for nothing ([nonces](../guides/nonces.md)).",
    },
    {
      sees: "The savepoint that `initialSavepointSpec` names is not known to the platform.",
      reasons: ["RegistrationPending", "RegistrationFailed"],
    },
    { sees: "PARALLELISMALIGNED is `False`.", reasons: ["AutopilotManaged"] },
    { sees: "The platform shows other values than the spec.", reasons: ["ConfigDrifted", "SyncDisabled"] },
    {
      sees: "`kubectl delete` does not come to its end.",
      reasons: [
        "DeploymentStillActive",
        "PolicyNotUnderstood",
        "UpdateUnconfirmed",
        "AuthenticationFailed",
        "AppManagerUnreachable",
      ],
    },
    { sees: "ACTUAL is `FAILED`, and HEALTHY is `True`.", reasons: ["JobFailed"] },
    goesOnWaiting,
  ],
  FlinkDeployment: [
    ...ofFlink,
    {
      sees: "The job does not come up.",
      reasons: [
        "JobManagerDeploying",
        "JobManagerNotReady",
        "JobManagerMissing",
        "JobManagerError",
        "TaskManagerError",
        "NotRunning",
        "Reconciling",
        "NameTaken",
      ],
    },
    { sees: "JOB STATUS is `FAILED`.", reasons: ["Failed", "RestartDelayed"] },
    { sees: "JOB STATUS is `FINISHED`.", reasons: ["Finished"] },
    { sees: "The job restarts over and over, or completes no checkpoint.", reasons: ["Unhealthy"] },
    { sees: "The job is stopped, and stays so.", reasons: ["Suspended", "StateUnknown", "JobManagerGone"] },
    {
      sees: "An edit does not reach the job.",
      reasons: [
        "InvalidSpec",
        "Paused",
        "JobNotReady",
        "JobManagerSilent",
        "StateAtRisk",
        "SavepointRunning",
        "CheckpointRunning",
        "JobsAtRisk",
        "SavepointFailed",
        "RolledBack",
      ],
    },
    { sees: "The web interface does not answer under its host.", reasons: ["IngressRefused"] },
    { sees: "Nothing is made of the cluster, or not all of it.", reasons: ["Refused"] },
    { sees: "Another parallelism is asked for, and the job has not taken it yet.", reasons: ["Scaling"] },
    {
      sees: "An upgrade or `kubectl delete` takes its time.",
      reasons: ["JobEnding", "PodsLeaving", "DeployInDoubt", "SessionJobs", "UnmanagedJobs", "LastSavepoint"],
    },
    goesOnWaiting,
  ],
  FlinkSessionJob: [
    ...ofFlink,
    {
      sees: "The job does not come up.",
      reasons: ["ClusterMissing", "ClusterNotReady", "Refused", "NotStarted", "NotRunning", "Reconciling"],
    },
    { sees: "JOB STATUS is `FAILED`.", reasons: ["Failed", "RestartDelayed"] },
    { sees: "JOB STATUS is `FINISHED`.", reasons: ["Finished"] },
    { sees: "The job is stopped, and stays so.", reasons: ["Suspended", "StateUnknown", "NotFound"] },
    {
      sees: "An edit does not reach the job.",
      reasons: ["InvalidSpec", "Paused", "JobNotReady", "StateAtRisk", "SavepointRunning", "SavepointFailed"],
    },
    { sees: "A change or `kubectl delete` takes its time.", reasons: ["Stopping", "LastSavepoint", "StartInDoubt"] },
    { sees: "Another parallelism is asked for, and the job has not taken it yet.", reasons: ["Scaling"] },
    goesOnWaiting,
  ],
  FlinkStateSnapshot: [
    ...ofFlink,
    {
      sees: "SNAPSHOT STATE stays `TRIGGER_PENDING`.",
      reasons: ["TriggerPending", "JobNotReady", "InvalidSpec", "Paused"],
    },
    { sees: "SNAPSHOT STATE is `IN_PROGRESS`.", reasons: ["InProgress"] },
    { sees: "SNAPSHOT STATE is `FAILED`.", reasons: ["Failed", "BackingOff"] },
    { sees: "SNAPSHOT STATE is `ABANDONED`.", reasons: ["Abandoned"] },
    { sees: "`kubectl delete` does not come to its end.", reasons: ["SnapshotRunning", "DisposalBlocked"] },
    goesOnWaiting,
  ],
};
