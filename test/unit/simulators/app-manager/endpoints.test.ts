import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { readAudit } from "../../../../simulators/app-manager/audit.ts";
import { createToken } from "../../../../simulators/app-manager/backdoor.ts";
import { ROUTES, type Route } from "../../../../simulators/app-manager/routes.ts";
import type { Role } from "../../../../simulators/app-manager/state.ts";
import { DEPLOYMENT_BODY, makeFurnished } from "./furnished.ts";
import { T0 } from "./world.ts";

const RANKS: readonly Role[] = ["viewer", "editor", "owner"];

/** What each endpoint that takes a body is asked with; a reply of 2xx is expected. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  createDeployment: { metadata: { name: "b" }, ...DEPLOYMENT_BODY },
  updateDeployment: { metadata: { labels: { x: "1" } } },
  upsertDeployment: DEPLOYMENT_BODY,
  createSavepoint: { deploymentId: "{deployment}" },
  createEvent: { spec: { message: "hello" } },
  createDeploymentTarget: { metadata: { name: "new" }, spec: { kubernetes: { namespace: "jobs" } } },
  upsertDeploymentTarget: { metadata: { labels: { x: "1" } }, spec: { kubernetes: { namespace: "jobs" } } },
  updateDeploymentDefaults: { spec: { maxJobCreationAttempts: 2 } },
  createApiToken: { name: "namespaces/default/apitokens/new", role: "viewer" },
  regenerateApiToken: {},
  createNamespace: { name: "namespaces/new" },
};

/** Asks an endpoint about the furniture of the world, as the holder of a role. */
function ask({ call, action }: Route, role: string) {
  const world = makeFurnished();
  for (const one of RANKS) createToken(world.state, { namespace: "default", role: one, secret: one }, T0);
  if (action === "deleteNamespace") world.state.rows.clear();
  const [method = "", template = ""] = call.split(" ");
  const path = world.fill(template, action);
  const body = JSON.parse(world.fill(JSON.stringify(BODIES[action] ?? {}), action)) as JsonObject;
  return { ...world, reply: world.send(method, path, body, undefined, role) };
}

describe("every endpoint", () => {
  it.each(ROUTES)("$call answers the role it needs, and logs $action (sim:tokens, sim:audit)", (route) => {
    const { reply, state } = ask(route, route.needs === "nothing" ? "" : route.needs);
    expect([200, 201]).toContain(reply.status);
    const logged = readAudit(state.audit).filter(({ actionName }) => actionName === route.action);
    const phases = logged.slice(-2).map(({ phase }) => phase);
    expect(phases).toEqual(route.needs === "nothing" ? [] : ["ISSUED", "EXECUTED"]);
  });

  it.each(ROUTES.filter(({ needs }) => needs !== "nothing"))(
    "$call refuses lesser roles with 403 and nobody with 401 (sim:tokens)",
    (route) => {
      const lesser = RANKS.slice(0, RANKS.indexOf(route.needs as Role));
      for (const role of lesser) expect(ask(route, role).reply.status).toBe(403);
      expect(ask(route, "").reply.status).toBe(401);
    },
  );

  it("has an action name of its own", () => {
    expect(new Set(ROUTES.map(({ action }) => action)).size).toBe(ROUTES.length);
  });
});
