import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { patienceMs } from "../../../patience.ts";
import { type ControlPlaneAddress, callApi, serviceAccountToken } from "../control-plane/access.ts";
import { type Grant, ruleSchema, textOf } from "./grants.ts";

const limitMs = patienceMs;
const roleSchema = z.looseObject({ rules: z.array(ruleSchema) });
const reviewSchema = z.object({ status: z.object({ allowed: z.boolean() }) });

/**
 * Takes one grant off its role on the API server while something is done, and gives it back afterwards; where another role
 * gives the same, all of them.
 *
 * Guarantees: `use` begins once the API server says no to the account itself, and the grant holds again at the end.
 * Rejects when the account may do it all the same, by another rule.
 */
export async function without<Result>(
  address: ControlPlaneAddress,
  [grant, ...covering]: readonly Grant[],
  use: () => Promise<Result>,
): Promise<Result> {
  if (grant === undefined) throw new Error("no grant is named");
  if (covering.length > 0) return without(address, covering, () => without(address, [grant], use));
  const token = await serviceAccountToken(address, "weir-system", grant.account);
  const before = await readRules(address, grant.role);
  try {
    await writeRules(address, grant.role, withoutVerb(before, grant));
    await untilAllowed(address, token, grant, false);
    return await use();
  } finally {
    await writeRules(address, grant.role, before);
    await untilAllowed(address, token, grant, true);
  }
}

/** Whether the owner of a token may do something, by its own question to the API server. */
export async function mayI(
  address: ControlPlaneAddress,
  token: string,
  { group, resource: full, object, namespace = "default", verb }: Omit<Grant, "account" | "role">,
): Promise<boolean> {
  const [resource, subresource] = full.split("/");
  const resourceAttributes = { group, resource, subresource, name: object, namespace, verb };
  const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } };
  const answer = await callApi(address, "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    token,
    body,
  });
  return reviewSchema.parse(answer.body).status.allowed;
}

type Rules = z.infer<typeof roleSchema>["rules"];

function withoutVerb(rules: Rules, { group, resource, object, verb }: Grant): Rules {
  const isMeant = (rule: Rules[number]) =>
    rule.apiGroups.includes(group) &&
    rule.resources.includes(resource) &&
    (object === undefined ? rule.resourceNames === undefined : rule.resourceNames?.includes(object) === true);
  return rules
    .map((rule) => (isMeant(rule) ? { ...rule, verbs: rule.verbs.filter((one) => one !== verb) } : rule))
    .filter(({ verbs }) => verbs.length > 0);
}

async function readRules(address: ControlPlaneAddress, path: string): Promise<Rules> {
  return roleSchema.parse((await callApi(address, "GET", path)).body).rules;
}

async function writeRules(address: ControlPlaneAddress, path: string, rules: Rules): Promise<void> {
  const answer = await callApi(address, "PATCH", path, { body: { rules }, type: "application/merge-patch+json" });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** The API server takes changed roles from a watch of its own. */
async function untilAllowed(address: ControlPlaneAddress, token: string, grant: Grant, wanted: boolean): Promise<void> {
  const deadline = performance.now() + limitMs;
  while ((await mayI(address, token, grant)) !== wanted) {
    if (performance.now() > deadline) throw new Error(`${textOf(grant)}: still ${wanted ? "denied" : "allowed"}`);
    await sleep(15);
  }
}
