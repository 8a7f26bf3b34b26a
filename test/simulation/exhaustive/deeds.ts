import { ownRecord } from "../../../shared/core/kind.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { deploymentSpec, vvpDeployment } from "../../builders/vvp-deployment.ts";
import { deeds, edit, type Stage } from "../../world/history.ts";
import { home } from "../../world/world.ts";
import { rareDeeds } from "../rare-deeds.ts";

const here = ["default", "my-deployment"] as const;
/** Whole, so that the platform takes changes of it. */
const madeByHand = {
  state: "CANCELLED",
  deploymentTargetName: "default",
  template: {
    spec: {
      artifact: { kind: "JAR", jarUri: "s3://their-bucket/TheirJob.jar" },
      engineVersionName: "vera-4.1-flink-1.20",
    },
  },
};

const location = "s3://elsewhere/savepoint-1";

/** What happens in flows besides the deeds of a random history. */
export const flowDeeds = {
  ...deeds,
  ...rareDeeds,
  applyBroken: ({ cluster }) =>
    void cluster.create(
      vvpDeployment("PATCH", deploymentSpec({ template: { spec: { engineVersionName: "vera-0" } } })),
    ),
  applyAdopting: ({ cluster }) => void cluster.create(vvpDeployment("PATCH", annotated("adoption-policy", "Adopt"))),
  applyObserving: ({ cluster }) =>
    void cluster.create(vvpDeployment("PATCH", annotated("management-policy", "ObserveOnly"))),
  toPatch: (stage) => edit(stage, { spec: { syncingMode: "PATCH" } }),
  keepOnDelete: (stage) => edit(stage, annotated("deletion-policy", "Orphan")),
  cancelOnDelete: (stage) => edit(stage, annotated("deletion-policy", "CancelThenDelete")),
  suspendOnDelete: (stage) => edit(stage, annotated("deletion-policy", "SuspendThenDelete")),
  correctDrift: (stage) => edit(stage, annotated("drift-policy", "Correct")),
  waitForJob: (stage) => edit(stage, annotated("nonce-policy", "Wait")),
  nameSavepoint: (stage) => edit(stage, { spec: { initialSavepointSpec: { savepointLocation: location } } }),
  forgetSavepoint: (stage) => edit(stage, { spec: { initialSavepointSpec: null } }),
  loseRecord: (stage) => edit(stage, { metadata: { annotations: { [recordAnnotation]: null } } }),
  loseSettledRecord: (stage) => {
    if (isSettled(stage)) edit(stage, { metadata: { annotations: { [recordAnnotation]: null } } });
  },
  allowHandover: (stage) => {
    edit(stage, annotated("allow-handover", home.instanceId));
    markAllFor(stage, "other-operator");
  },
  makeByHand: ({ admin }) => void admin.createDeployment(...here, madeByHand),
  loseDeployment: ({ admin }) => void admin.deleteDeployment(...here),
  driftValue: ({ admin }) => void admin.editSpec(...here, { template: { spec: { parallelism: 5 } } }),
  turnAutopilotOn: ({ admin }) => void admin.setMode(...here, "ACTIVE"),
  turnAutopilotOff: ({ admin }) => void admin.setMode(...here, "DISABLED"),
  scaleByAutopilot: ({ admin }) => void admin.startScaling(...here, 8),
  failJob: ({ admin }) => endJobs(admin, "fail"),
  finishJob: ({ admin }) => endJobs(admin, "finish"),
  replaceToken: ({ admin, cluster }) => {
    admin.revokeToken(home.token);
    const token = admin.createToken({ namespace: "default", role: "owner", secret: "another-token-of-the-tests" });
    cluster.secrets.set(`${home.namespace}/${home.secret}`, { token });
  },
} as const satisfies { readonly [name: string]: (stage: Stage) => void };

/** The name of a deed of a flow. */
export type FlowDeed = keyof typeof flowDeeds;

/** Whether the record owes nothing: what it does owe, nobody could know without it. */
function isSettled({ cluster }: Stage): boolean {
  const object = cluster.find("my-deployment");
  const record = object && ownRecord(object);
  return record !== undefined && record.intents.length === 0 && record.late === undefined;
}

function annotated(name: string, value: string) {
  return { metadata: { annotations: { [`weir.dev/${name}`]: value } } };
}

function endJobs(admin: Stage["admin"], outcome: "fail" | "finish"): void {
  for (const id of admin.catchUp().jobs.keys()) admin.endJob(id, outcome);
}

/** As another operator instance leaves its deployments. */
function markAllFor({ admin }: Stage, instanceId: string): void {
  const { rows } = admin.state();
  for (const [id, row] of rows) {
    const { metadata } = row.deployment;
    const annotations = { ...metadata.annotations, "ververica.platform/managed-by-operator": instanceId };
    rows.set(id, { ...row, deployment: { ...row.deployment, metadata: { ...metadata, annotations } } });
  }
}
