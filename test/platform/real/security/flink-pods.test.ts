import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { projectRoot } from "../../../golden/kustomization.ts";
import { securityPage } from "../../../golden/security-page.ts";
import { podsOf, resourceWith } from "../../../hostile/pods/pods-of.ts";
import { podRows } from "../../../hostile/pods/rows.ts";
import { type ControlPlaneAddress, callApi } from "../control-plane/access.ts";
import { makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";

const [free, baseline, jobs] = ["flink-free", "flink-baseline", "flink-jobs"] as const;
const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic";

/** The objects of the page's example. */
function example(): JsonObject[] {
  const page = readFileSync(join(projectRoot, securityPage), "utf8");
  const block = /^ {2}```yaml\n([^`]*)```/m.exec(page)?.[1] ?? "";
  return parseAllDocuments(block.replace(/^ {2}/gm, "")).map((one) => one.toJS() as JsonObject);
}

/** A pod as the Deployment of a JobManager makes it. */
async function jobManagerOf(template: string): Promise<JsonObject> {
  const { pods } = await podsOf(resourceWith(template, "native"));
  const { metadata = {}, spec = {} } = pods.get("orders") ?? {};
  return { metadata: { ...(metadata as JsonObject), name: "orders-0" }, spec };
}

describeReal("pods of a FlinkDeployment on the API server", () => {
  let plane: ControlPlaneAddress;
  const create = async (namespace: string, body: object) => {
    const answer = await callApi(plane, "POST", `/api/v1/namespaces/${namespace}/pods?dryRun=All`, { body });
    return { status: answer.status, text: JSON.stringify(answer.body) };
  };

  beforeAll(async () => {
    plane = controlPlane();
    for (const namespace of [free, baseline, jobs]) {
      await makeNamespace(plane, namespace);
      for (const name of ["default", "flink", "admin"]) {
        await callApi(plane, "POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, {
          body: { metadata: { name } },
        });
      }
    }
    await mustRun(plane, ["label", "namespace", baseline, "pod-security.kubernetes.io/enforce=baseline"]);
    const [policy = {}, binding = {}] = example();
    await callApi(plane, "POST", `${policies}ies`, { body: policy });
    await callApi(plane, "POST", `${policies}ybindings`, { body: binding });
  });
  afterAll(async () => {
    await callApi(plane, "DELETE", `${policies}ybindings/flink-pods`);
    await callApi(plane, "DELETE", `${policies}ies/flink-pods`);
    await wipe(plane, [free, baseline, jobs]);
  });

  it("of a plain cluster are taken by a namespace that enforces baseline", async () => {
    expect(await create(baseline, await jobManagerOf("{}"))).toMatchObject({ status: 201 });
  });

  it("of hostile templates are refused by baseline where their row says so, and no others are", async () => {
    const wrong: string[] = [];
    for (const { name, template, verdict } of podRows) {
      if ("refused" in verdict) continue;
      const { status, text } = await create(baseline, await jobManagerOf(template));
      const isRefused = status === 403 && text.includes('violates PodSecurity \\"baseline');
      if (isRefused !== (verdict.carried === "baseline")) wrong.push(`${name}: ${status} ${text.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  it("under another account than the page's policy names are refused by it, whatever asked for that", async () => {
    await expect
      .poll(async () => (await create(jobs, asAccount(await jobManagerOf("{}"), "admin"))).text, { timeout: 60_000 })
      .toContain("pods of this namespace run under the service account flink");
    expect(await create(jobs, await jobManagerOf("{}"))).toMatchObject({ status: 201 });
    expect(await create(free, asAccount(await jobManagerOf("{}"), "admin"))).toMatchObject({ status: 201 });
  });
});

function asAccount({ spec, ...pod }: JsonObject, serviceAccountName: string): JsonObject {
  return { ...pod, spec: { ...(spec as JsonObject), serviceAccountName } };
}
