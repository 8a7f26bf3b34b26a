import { afterAll, beforeAll, expect, it } from "vitest";
import { kinds, type RegisteredKind } from "../../../../shared/kinds/index.ts";
import { callApi, serviceAccountToken } from "../control-plane/access.ts";
import { installAccounts, installCrds, makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { exampleFile, exampleIn, shownNamespace } from "./example.ts";
import { openTranscript } from "./transcript.ts";
import { untilGranted } from "./until-granted.ts";

const [kind] = kinds as readonly [RegisteredKind];
const namespace = "kubectl-guide";
const example = exampleIn(namespace);
const running = example.replace("state: CANCELLED", "state: RUNNING");
const resource = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments/my-deployment`;

const condition = (type: string, status: string, reason = "", message = "") => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: "2026-01-02T03:04:05Z",
});

/** The conditions of a resource that is well: each that can be healthy, with the first reason that its row has for it. */
const conditions = [
  condition(kind.aggregate.type, "True", kind.aggregate.allMet, "All conditions are met."),
  ...kind.conditions.flatMap(({ type, healthyWhen, reasons }) => {
    const [found] = Object.entries(reasons).filter(([, { status }]) => status === healthyWhen);
    return found === undefined ? [] : [condition(type, healthyWhen, found[0], found[1].meaning)];
  }),
];

const healthy = {
  deploymentId: "00000000-0000-4000-8000-000000000000",
  observedGeneration: 1,
  syncEnabled: true,
  observedSpecState: "CANCELLED",
  actualState: "CANCELLED",
  vvpNamespace: "default",
  instanceId: "my-operator",
  conditions,
};

async function writeStatus(status: object): Promise<void> {
  const token = await serviceAccountToken(controlPlane(), "weir-system", "weir-reconcile");
  const type = "application/merge-patch+json";
  const answer = await callApi(controlPlane(), "PATCH", `${resource}/status`, { token, type, body: { status } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

describeReal("kubectl", () => {
  beforeAll(async () => {
    await installCrds(controlPlane());
    await installAccounts(controlPlane());
    await makeNamespace(controlPlane(), namespace);
    await mustRun(controlPlane(), [
      "create",
      "rolebinding",
      "jane",
      "-n",
      namespace,
      "--clusterrole=edit",
      "--user=jane",
    ]);
    await untilGranted(controlPlane(), "jane", namespace, "create");
  });
  afterAll(() => wipe(controlPlane(), [namespace]));

  it("shows, explains, waits for, tries and compares resources as the guide says", async () => {
    const { run, text } = openTranscript(controlPlane(), "jane", namespace);
    await run(`apply -f ${exampleFile}`, example);
    await run(`get vvpdeployments -n ${shownNamespace}`);
    await run(`wait -n ${shownNamespace} --for=condition=Healthy vvpdeployment/my-deployment --timeout=1s`);
    const waiting = run(`wait -n ${shownNamespace} --for=condition=Healthy vvpdeployment/my-deployment --timeout=30s`);
    await writeStatus(healthy);
    expect(await waiting).toMatchObject({ code: 0 });
    await run(`get vvpdeployments -n ${shownNamespace}`);
    await run(`get vvpd -n ${shownNamespace} -o wide`);
    await run(`get weir -n ${shownNamespace} -o name`);
    await run(`get flink -n ${shownNamespace} -o name`);
    await run(`describe vvpdeployment my-deployment -n ${shownNamespace}`);
    await run(`apply -f ${exampleFile}`, example);
    await run(`apply --dry-run=server -f changed.yaml`, running);
    expect(await run(`diff -f changed.yaml`, running)).toMatchObject({ code: 1 });
    expect(await run(`diff -f ${exampleFile}`, example)).toMatchObject({ code: 0, stdout: "" });
    await run(`apply --dry-run=server -f changed.yaml`, example.replace("syncingMode: PATCH", "syncingMode: PUT"));
    await run(
      `apply --dry-run=server -f changed.yaml`,
      example.replace("name: my-deployment\n      namespace", "name: other\n      namespace"),
    );
    await run(`apply --dry-run=server -f changed.yaml`, example.replace("my-operator", "nobody"));
    await run(
      `create --dry-run=server -f changed.yaml`,
      example.replace("my-deployment", "new").replace("state:", "stat:"),
    );
    await run(
      `create --dry-run=server -f changed.yaml`,
      example.replace("my-deployment", "new").replace("syncingMode:", "syncMode:"),
    );
    await expect(text()).toMatchFileSnapshot("golden/kubectl.txt");
  });

  it("explains every field", async () => {
    const { run, text } = openTranscript(controlPlane(), "jane", namespace);
    const job = "vvpdeployment.spec.deployment.spec.template.spec";
    for (const field of [
      "vvpdeployment.spec",
      "vvpdeployment.spec.deployment.metadata.name",
      `${job}.artifact`,
      "vvpdeployment.status.conditions",
    ]) {
      await run(`explain ${field}`);
    }
    await run("explain vvpdeployment --recursive");
    await expect(text()).toMatchFileSnapshot("golden/explain.txt");
  });
});
