import type { JsonObject } from "../../../../shared/core/json.ts";
import type { Savepoint } from "../../../../simulators/app-manager/objects.ts";
import { makeFullSpec, makeWorld, T0 } from "./world.ts";

/** A deployment as a PUT sends it, CANCELLED. */
export const DEPLOYMENT_BODY: JsonObject = { spec: makeFullSpec("CANCELLED") };

/**
 * A platform with deployment `a`, RUNNING, its job and a COMPLETED savepoint, deployment `idle`, CANCELLED, target `own` and token
 * `spare`; `fill` puts their keys into a template.
 */
export function makeFurnished() {
  const world = makeWorld();
  const { state, create, send, wait, read, list } = world;
  create("a", makeFullSpec("RUNNING"));
  create("idle", makeFullSpec("CANCELLED"));
  wait(1500);
  const deployment = read("a").metadata.id;
  send("POST", "/api/v1/namespaces/default/savepoints", { deploymentId: deployment });
  wait(700);
  const spec = { kubernetes: { namespace: "jobs" } };
  send("POST", "/api/v1/namespaces/default/deployment-targets", { metadata: { name: "own" }, spec });
  state.tokens.set("spare", { namespace: "default", role: "viewer", name: "spare", createdAt: T0 });
  const [savepoint] = list("savepoints") as unknown as Savepoint[];
  const ids: Readonly<Record<string, string | undefined>> = {
    getJob: savepoint?.metadata.jobId,
    getSavepoint: savepoint?.metadata.id,
    deleteSavepoint: savepoint?.metadata.id,
  };
  const fill = (template: string, action: string): string =>
    template
      .replace("{namespace}", "default")
      .replace("{nameOrId}", action === "deleteDeployment" ? "idle" : "a")
      .replace("{id}", ids[action] ?? "")
      .replace("{name}", template.includes("apitokens") ? "spare" : "own")
      .replace("{deployment}", deployment);
  return { ...world, deployment, fill };
}
