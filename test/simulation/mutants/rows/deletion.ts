import type { Mutant } from "../mutant.ts";

/** Defects in how resources and deployments go. */
export const deletion: readonly Mutant[] = [
  {
    name: "finalizer-first",
    why: "The resource is let go before its deployment is deleted.",
    file: "shared/engine/pass.ts",
    find: "const decided = ",
    replace:
      "if (plan.release === true) await releaseObject(ports.cluster, names, key, claimed.value);\n  const decided = ",
    killedBy: ["S8"],
  },
  {
    name: "release-whatever-came",
    why: "The resource is let go although the deletion of its deployment failed.",
    file: "shared/engine/pass.ts",
    find: 'released && outcomes.every((outcome) => outcome.result === "done")',
    replace: "released",
    killedBy: ["S8"],
  },
  {
    name: "deletion-ignored",
    why: "A deletionTimestamp changes nothing.",
    file: "shared/core/deletion-rules.ts",
    find: "isDeleting(view) ? rule.decide(view) : undefined",
    replace: "undefined",
    killedBy: ["L1"],
  },
  {
    name: "page-is-absence",
    why: "A proxy's page with 404 counts as the platform's word that a deployment is gone.",
    file: "shared/adapters/app-manager/translate-error.ts",
    find: "return answer.status === 404 && jsonOf(answer) !== undefined;",
    replace: "return answer.status === 404;",
    killedBy: ["the orphan matrix"],
    suite: "test/table/vvp-deployment/orphan-matrix.test.ts",
    unseen: "a deletion has the list confirm what a 404 says, and a proxy's page is no list",
  },
];
