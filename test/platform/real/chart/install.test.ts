import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, runKubectl } from "../control-plane/access.ts";
import { mustRun, untilEstablished } from "../control-plane/install.ts";
import { describeReal } from "../control-plane/shared.ts";
import { type ControlPlane, startControlPlane } from "../control-plane/start-control-plane.ts";
import { exampleIn } from "../crds/example.ts";
import { guideBlock, runInShell } from "../crds/guide.ts";
import { knativeStubs } from "./knative-stubs.ts";

const namespace = "flink-jobs";
const operators = "several-operators.md";
const registration = "/apis/admissionregistration.k8s.io/v1";
const wait = { interval: 100 };

/** The tests are one story: what a guide says is done in its order, on a control plane that nobody else has. */
describeReal("the chart on a real API server", () => {
  let plane: ControlPlane;

  beforeAll(async () => {
    plane = await startControlPlane();
    await mustRun(plane, ["apply", "-f", "-"], JSON.stringify(knativeStubs));
    const kinds = knativeStubs.items.map((one) => `crd/${(one as { metadata: { name: string } }).metadata.name}`);
    await untilEstablished(plane, kinds);
  });
  afterAll(() => plane?.close());

  /** All that a block of a guide prints, warnings included. */
  const follow = (words: string, guide?: string) => runInShell(plane, `{ ${guideBlock("sh", words, guide)}} 2>&1`);
  const apply = (owner: string, name: string, ...args: string[]) => {
    const text = exampleIn(namespace)
      .replace("owner: my-operator", `owner: ${owner}`)
      .replaceAll("my-deployment", name);
    return runKubectl(plane, ["apply", "-f", "-", ...args], { input: text });
  };
  const may = async (account: string, verb: string, resource: string, where: string) => {
    const args = ["auth", "can-i", verb, resource, "-n", where, `--as=system:serviceaccount:${account}`];
    return (await runKubectl(plane, args)).stdout.trim();
  };

  it("is installed as the guide says, without a warning (R3, R8, X1)", async () => {
    const said = await follow("helm install weir");
    expect(said).toContain("Weir is installed as operator instance my-operator in namespace weir-system");
    expect(said).not.toMatch(/warning|unknown/i);
    const made = await mustRun(
      plane,
      ["get", "ksvc,apiserversource,pingsource,deployment", "-n", "weir-system", "-o", "name"].map((word) =>
        word.replace("ksvc", "services.serving.knative.dev"),
      ),
    );
    expect(made.trim().split("\n").sort()).toEqual([
      "apiserversource.sources.knative.dev/weir-changes",
      "deployment.apps/weir-front",
      "pingsource.sources.knative.dev/weir-autoscale",
      "pingsource.sources.knative.dev/weir-tick",
      "service.serving.knative.dev/admission",
      "service.serving.knative.dev/autoscale",
      "service.serving.knative.dev/reconcile",
      "service.serving.knative.dev/refresh",
    ]);
  });

  it("gives rights in the watched namespace, and in no other (R12, X2)", async () => {
    for (const [verb, resource] of [
      ["get", "secrets"],
      ["patch", "vvpdeployments"],
    ] as const) {
      expect([verb, await may("weir-system:weir-reconcile", verb, resource, namespace)]).toEqual([verb, "yes"]);
      expect([verb, await may("weir-system:weir-reconcile", verb, resource, "default")]).toEqual([verb, "no"]);
    }
    expect(await may("weir-system:weir-admission", "get", "secrets", namespace)).toBe("yes");
    expect(await may("weir-system:weir-admission", "list", "secrets", namespace)).toBe("no");
    expect(await may("weir-system:weir-source", "watch", "vvpdeployments", "default")).toBe("no");
  });

  it("guards the label from the first resource on (R10, R11)", async () => {
    await expect
      .poll(async () => (await apply("nobody", "one", "--dry-run=server")).stderr, wait)
      .toContain("(known here: my-operator)");
    expect(await apply("my-operator", "one")).toMatchObject({ code: 0 });
  });

  it("is upgraded as the guide says; what the front wrote stays (X3)", async () => {
    const caBundle = Buffer.from("-----BEGIN CERTIFICATE-----").toString("base64");
    const path = `${registration}/validatingwebhookconfigurations/weir-admission`;
    const body = [{ op: "add", path: "/webhooks/0/clientConfig/caBundle", value: caBundle }];
    await callApi(plane, "PATCH", path, { body, type: "application/json-patch+json" });
    const said = await follow("helm upgrade weir");
    expect(said).toContain("STATUS: deployed");
    const { body: hook } = await callApi(plane, "GET", path);
    expect(hook).toMatchObject({ webhooks: [{ clientConfig: { caBundle } }, { name: "flink.validate.weir.dev" }] });
  });

  it("takes a second operator beside it (X4, AMB-14)", async () => {
    expect(await follow("--set shared.enabled=false", operators)).not.toMatch(/warning|unknown/i);
    await expect
      .poll(async () => (await apply("nobody", "two", "--dry-run=server")).stderr, wait)
      .toContain("(known here: my-operator, staging)");
    expect(await apply("staging", "two")).toMatchObject({ code: 0 });
    expect(await may("weir-staging:weir-reconcile", "patch", "vvpdeployments", namespace)).toBe("yes");
    const { body } = await callApi(plane, "GET", `${registration}/validatingwebhookconfigurations`);
    const selectors = (body as { items: { metadata: object; webhooks: { objectSelector: object }[] }[] }).items.map(
      ({ metadata, webhooks }) => [(metadata as { name: string }).name, webhooks[0]?.objectSelector],
    );
    expect(Object.fromEntries(selectors)).toEqual({
      "weir-admission": { matchLabels: { "ververica.platform/owner": "my-operator" } },
      "weir-admission-weir-staging": { matchLabels: { "ververica.platform/owner": "staging" } },
    });
  });

  it("lets a resource be handed over as the guide says, and not by a slip (F16, AMB-27)", async () => {
    expect(await apply("my-operator", "my-deployment")).toMatchObject({ code: 0 });
    const slip = await runKubectl(plane, [
      "label",
      "-n",
      namespace,
      "vvpd/one",
      "ververica.platform/owner=staging",
      "--overwrite",
    ]);
    expect(slip).toMatchObject({ code: 1, stderr: expect.stringContaining("weir.dev/allow-handover") });
    expect(await follow("weir.dev/allow-handover", operators)).toContain("my-deployment patched");
  });

  it("is uninstalled as the guide says; the CRD and the resources stay (X3)", async () => {
    await runInShell(plane, "helm uninstall weir --namespace weir-staging");
    await follow("helm uninstall weir", "uninstall.md");
    const left = await mustRun(plane, ["get", "crd,vvpd", "-n", namespace, "-o", "name"]);
    expect(left).toContain("vvpdeployments.ververica.platform");
    expect(left.match(/^vvpdeployment\..*/gm)).toHaveLength(3);
    const ours = "clusterrole,clusterrolebinding,validatingwebhookconfiguration,validatingadmissionpolicy";
    const rest = await mustRun(plane, ["get", ours, "-l", "app.kubernetes.io/part-of=weir", "-o", "name"]);
    expect(rest).toBe("");
    await follow("kubectl delete crd", "uninstall.md");
  });
});
