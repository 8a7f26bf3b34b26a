import type { Mutant } from "../mutant.ts";

const kind = "shared/kinds/vvp-deployment";

/** Defects in telling what is a resource's own from what is somebody else's, and in reaching it. */
export const owners: readonly Mutant[] = [
  {
    name: "adopts-unasked",
    why: "A deployment that somebody made by hand is taken over without the user's leave.",
    file: `${kind}/adoption.ts`,
    find: 'if (adoptionPolicy(object) !== "Adopt") {',
    replace: "if (false) {",
    killedBy: ["S3"],
  },
  {
    name: "adopts-what-is-owned",
    why: "With the user's leave, what another resource manages is taken over as well.",
    file: `${kind}/adoption.ts`,
    find: "if (deployment.owner !== undefined || !isFresh(view)) {",
    replace: "if (!isFresh(view)) {",
    killedBy: ["S3"],
    suite: "test/table/vvp-deployment/passes.test.ts",
    unseen: "the platform keeps the mark of a deployment that has one, so that only an idle request is sent",
  },
  {
    name: "uid-not-compared",
    why: "A deployment of this operator counts as the resource's own, whichever resource its mark names.",
    file: `${kind}/gather.ts`,
    find: "const ownUid = deployment.owner?.uid === owner.uid;",
    replace: "const ownUid = deployment.owner !== undefined;",
    killedBy: ["S1", "S3", "S8", "L1", "L3"],
  },
  {
    name: "former-record-followed",
    why: "A record that a backup brought along counts as the resource's own, though its uid is another's.",
    file: "shared/core/record.ts",
    find: 'return record.uid === object.metadata.uid ? { state: "own", record } : { state: "foreign" };',
    replace: 'return { state: "own", record };',
    killedBy: ["L1", "L3"],
  },
  {
    name: "unknown-namespace-is-absence",
    why: "A 404 that is about the whole namespace counts as one about the deployment.",
    file: `${kind}/gather.ts`,
    find: "matters ? await believeMissing(looked, asked, list) : looked;",
    replace: "looked;",
    killedBy: ["S8", "L3"],
  },
  {
    name: "init-fields-again",
    why: "What is for the creation alone is sent with every update.",
    file: `${kind}/body.ts`,
    find: "return { metadata, spec: withTemplateMark(isKept ? rest : spec, dueMark(view)) };",
    replace:
      "const body = { metadata, spec: withTemplateMark(isKept ? rest : spec, dueMark(view)) };\n" +
      "  return mergePatch(body, (view.object.spec.initFields ?? {}) as JsonObject) as JsonObject;",
    killedBy: ["S9"],
  },
  {
    name: "token-for-ever",
    why: "A token is used until its pod ends, however often the platform refuses it.",
    file: "shared/adapters/app-manager/credentials.ts",
    find: "const fetchToken = (namespace: string, name: string, id: string): Promise<string> => {",
    replace:
      "const fetchToken = (namespace: string, name: string, id: string): Promise<string> => {\n" +
      "    const kept = known.get(id);\n    if (kept !== undefined) return kept.token;",
    killedBy: ["L3"],
  },
  {
    name: "guard-asks-nobody",
    why: "A part of a Flink cluster is written over whatever has its name.",
    file: "shared/core/owners.ts",
    find: "const [owner] = ownersOf(wanted);",
    replace: "const [owner] = ownersOf(wanted).slice(1);",
    killedBy: ["S3"],
    suite: "test/table/flink-deployment/name-taken.test.ts",
    unseen: "the stories put nothing of somebody else's in the place of a part",
  },
  {
    name: "guard-takes-the-ownerless",
    why: "What somebody made by hand, and so has no owner, counts as nobody's.",
    file: "shared/core/owners.ts",
    find: "ownersOf(found).some((one) => isSame(",
    replace: "ownersOf(found).every((one) => isSame(",
    killedBy: ["S3"],
    suite: "test/table/flink-deployment/name-taken.test.ts",
    unseen: "the stories put nothing of somebody else's in the place of a part",
  },
  {
    name: "guard-takes-namesakes",
    why: "What belongs to anything of the resource's name counts as the resource's own.",
    file: "shared/core/owners.ts",
    find: 'return isOfResource || (member(one, "kind") === "Deployment" && groupOf(one) === "apps");',
    replace: "return true;",
    killedBy: ["S3"],
    suite: "test/unit/core/owners.test.ts",
    unseen: "the stories put nothing of somebody else's in the place of a part",
  },
  {
    name: "apply-asks-no-guard",
    why: "An object is applied by force over one of its name that somebody else has.",
    file: "shared/adapters/kubernetes/objects.ts",
    find: "if (before !== undefined) refuseTaken(before, object);",
    replace: "",
    killedBy: ["S3"],
    suite: "test/unit/adapters/kubernetes/objects.test.ts",
    unseen: "the stories have a store in memory in place of the API server and its adapter",
  },
  {
    name: "create-asks-no-guard",
    why: "A name that somebody else has is a conflict that passes, so that nobody is told what is in the way.",
    file: "shared/adapters/kubernetes/objects.ts",
    find: "if (other !== undefined) refuseTaken(other, object);",
    replace: "",
    killedBy: ["NameTaken"],
    suite: "test/unit/adapters/kubernetes/objects.test.ts",
    unseen: "the stories have a store in memory in place of the API server and its adapter",
  },
];
