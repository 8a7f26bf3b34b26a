import { at } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { findSecrets } from "../canary/search.ts";
import type { Arena } from "./arena.ts";
import type { Finding } from "./census.ts";
import type { Plan } from "./plan.ts";
import { foreignSpec } from "./reference.ts";

/** What belongs to others on the platform, as it was: each deployment as JSON. */
export type Foreign = ReadonlyMap<string, string>;

/** Makes deployments of somebody else, among them those whose names the plans want; of two more one has another operator. */
export async function plantForeign({ appManager }: Arena, plans: readonly Plan[]): Promise<Foreign> {
  const { admin, url, token } = appManager;
  const taken = plans.filter((plan) => plan.taken).map(({ name }) => name);
  for (const name of ["made-by-hand", ...taken]) admin.createDeployment("default", name, foreignSpec);
  const owner = { "ververica.platform/managed-by-operator": "another", "ververica.platform/cr-uid": "theirs" };
  const { status } = await fetch(`${url}/api/v1/namespaces/default/deployments`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-vvp-operator-instance": "another",
    },
    body: JSON.stringify({
      kind: "Deployment",
      apiVersion: "v1",
      metadata: { name: "of-another-operator", namespace: "default", annotations: owner },
      spec: foreignSpec,
    }),
  });
  if (status !== 201) throw new Error(`the other operator's deployment was refused: ${status}`);
  return foreignOf(appManager);
}

function foreignOf({ admin }: Pick<Arena["appManager"], "admin">): Foreign {
  const deployments = [...admin.catchUp().rows.values()].map(({ deployment }) => deployment);
  const others = deployments.filter(
    ({ metadata }) => metadata.annotations["ververica.platform/managed-by-operator"] !== "my-operator",
  );
  return new Map(others.map((one) => [one.metadata.name, JSON.stringify(one)]));
}

/** What must hold at the end of everything, whichever resource it is about. */
export async function judgeWhole(arena: Arena, foreign: Foreign): Promise<Finding[]> {
  const { appManager, services, herald } = arena;
  const after = foreignOf(appManager);
  const changed = [...foreign].filter(([name, text]) => after.get(name) !== text);
  const unasked = [...after.keys()].filter((name) => !foreign.has(name));
  const answers = herald.sent
    .map(({ status }) => status)
    .filter((status) => status !== undefined && !known.has(status));
  const faults = Object.values(services).flatMap(({ faults: all }) => all);
  return [
    ...changed.map(([name]) => ({ name, what: "S3: a deployment of somebody else was changed" })),
    ...unasked.map((name) => ({ name, what: "S3: a deployment has no owner that it should have" })),
    ...appManager.admin.violations().map((what) => ({ name: nameIn(arena, what), what })),
    ...[...new Set(answers)].map((status) => ({ name: "", what: `D7: an event was answered ${status}` })),
    ...faults.map((what) => ({ name: "", what })),
    ...(await findCanaries(arena)),
  ];
}

/** Answers to events by Weir and by the service's front. */
const known: ReadonlySet<number> = new Set([204, 502, 503, 504]);

function nameIn({ appManager }: Arena, what: string): string {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(what)?.[0] ?? "";
  return appManager.admin.state().rows.get(id)?.deployment.metadata.name ?? "";
}

/** S7: the API token, wherever it came out; the search must find it in the Secret, or it is blind. */
async function findCanaries({ platform, appManager, services }: Arena): Promise<Finding[]> {
  const objects = await platform.all();
  const [secrets, others] = [objects.filter(isSecret), objects.filter((object) => !isSecret(object))];
  const outputs = {
    "an object": JSON.stringify(others),
    "a log": Object.values(services)
      .flatMap(({ lines }) => lines)
      .join("\n"),
    "a request to AppManager": JSON.stringify(appManager.calls),
  };
  const canary = { "the API token": appManager.token };
  const leaks = findSecrets(outputs, canary).map((what) => ({ name: "", what: `S7: ${what}` }));
  const isSeen = findSecrets({ secrets: JSON.stringify(secrets) }, canary).length > 0;
  return isSeen ? leaks : [...leaks, { name: "", what: "S7: the search for secrets is blind" }];
}

function isSecret(object: KubeObject): boolean {
  return at(object, "kind") === "Secret";
}
