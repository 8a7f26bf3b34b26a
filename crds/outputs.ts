import type { RegisteredKind } from "../shared/kinds/index.ts";
import { variables } from "../shared/runtime/config.ts";
import { makeCustomResourceDefinition } from "./custom-resource-definition.ts";
import { type GeneratedFile, makeManifest } from "./manifest.ts";
import { makeObservability } from "./observability/files.ts";
import { makePolicy } from "./policy.ts";
import { explainRules, makeRoles, makeRoomRole } from "./rbac.ts";
import { makeRecordPolicy } from "./record-policy.ts";
import { makeRulesPage } from "./reference/admission-rules.ts";
import { makeAutoscalerPage } from "./reference/autoscaler.ts";
import { makeConditionsPage } from "./reference/conditions.ts";
import { makeEnvironmentPage } from "./reference/environment.ts";
import { makeFieldsPage } from "./reference/fields.ts";
import { makeFlinkChangesPage } from "./reference/flink-changes.ts";
import { makeFlinkOptionsPage } from "./reference/flink-options.ts";
import { makeTroubleshootingPage } from "./reference/troubleshooting.ts";
import { makeUserRoles } from "./user-roles.ts";

/** Every generated file, from the kinds and the table of variables alone: the same rows give the same bytes. */
export function makeOutputs(kinds: readonly RegisteredKind[]): GeneratedFile[] {
  const files = [...kinds.map(definitionFile), ...policyFiles(kinds)];
  const pages = [
    ...kinds.map(makeFieldsPage),
    makeConditionsPage(kinds),
    makeTroubleshootingPage(kinds),
    makeRulesPage(kinds),
    makeEnvironmentPage(variables),
    makeFlinkOptionsPage(),
    makeFlinkChangesPage(),
    makeAutoscalerPage(),
  ];
  return [...files, kustomization(files), roles(kinds), roomRole(), userRoles(kinds), ...makeObservability(), ...pages];
}

function fileName({ names: { group, plural } }: RegisteredKind): string {
  return `${group}_${plural}.yaml`;
}

function definitionFile(kind: RegisteredKind): GeneratedFile {
  return makeManifest(`crds/${fileName(kind)}`, kind.summary, [makeCustomResourceDefinition(kind)]);
}

const instancesAbout =
  " The operator instances of the cluster\n" +
  "are the variable instanceIds: an owner label must name one of them, and an installation says here which there are.";

function policyFiles(kinds: readonly RegisteredKind[]): GeneratedFile[] {
  const checks = kinds.flatMap((kind) => {
    const documents = makePolicy(kind);
    const about = `What the API server checks of a ${kind.names.kind} besides its schema.${JSON.stringify(documents).includes("instanceIds") ? instancesAbout : ""}`;
    return documents.length === 0
      ? []
      : [makeManifest(`crds/policies/${kind.names.group}_${kind.names.plural}.generated.yaml`, about, documents)];
  });
  return [
    ...checks,
    makeManifest(
      "crds/policies/record.generated.yaml",
      "Only Weir changes its own record of a resource.",
      makeRecordPolicy(kinds),
    ),
  ];
}

function kustomization(files: readonly GeneratedFile[]): GeneratedFile {
  const resources = files.map(({ path }) => path.slice("crds/".length));
  const about = "What the API server must know: the kinds and the policies. Nothing else needs to be there.";
  return makeManifest("crds/kustomization.yaml", about, [
    { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources },
  ]);
}

function roles(kinds: readonly RegisteredKind[]): GeneratedFile {
  const about = "What each function may do, from the kinds.";
  return makeManifest("knative/base/200-rbac.generated.yaml", about, makeRoles(kinds), explainRules);
}

function roomRole(): GeneratedFile {
  const about = "What lets the autoscaler see which room nodes have.";
  const path = "knative/components/cluster-room/230-rbac-cluster-room.generated.yaml";
  return makeManifest(path, about, makeRoomRole(), explainRules);
}

function userRoles(kinds: readonly RegisteredKind[]): GeneratedFile {
  const about =
    "What people may do who have the cluster's own roles admin, edit or view, in a namespace or everywhere.";
  return makeManifest("knative/base/220-rbac-users.generated.yaml", about, makeUserRoles(kinds), explainRules);
}
