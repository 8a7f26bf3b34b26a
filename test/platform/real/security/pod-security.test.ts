import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Manifest, projectRoot, render } from "../../../golden/kustomization.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { objectsOf, runHelm } from "../chart/helm.ts";
import { type ApiAnswer, type ControlPlaneAddress, callApi } from "../control-plane/access.ts";
import { makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";

const makeFolder = temporaryFolders();
const namespace = "weir-restricted";

/** What runs, by name: the templates of Deployments and of Knative Services. */
function podSpecs(objects: readonly Manifest[]): Map<string, Record<string, unknown>> {
  const running = objects.filter(({ kind, apiVersion }) => kind === "Deployment" || apiVersion.startsWith("serving."));
  return new Map(
    running.map(({ metadata, spec }) => {
      const { template } = spec as { template: { spec: Record<string, unknown> } };
      return [metadata.name, template.spec];
    }),
  );
}

/** What of a template is a pod's; Knative makes the probes its own, and gives them their port. */
function asPod(name: string, { containers, serviceAccountName, volumes }: Record<string, unknown>): object {
  const bare = (containers as Record<string, unknown>[]).map(({ readinessProbe: _own, ...container }) => container);
  return { metadata: { name }, spec: { containers: bare, serviceAccountName, volumes } };
}

async function templates(): Promise<readonly { readonly of: string; readonly name: string; readonly pod: object }[]> {
  const args = ["template", "weir", "knative/chart", "-n", namespace, "--set", "instanceId=my-operator"];
  const { stdout } = await runHelm(makeFolder("helm"), args);
  const sets = { overlay: render(join(projectRoot, "knative/overlays/direct")), chart: objectsOf(stdout) };
  return Object.entries(sets).flatMap(([of, objects]) =>
    [...podSpecs(objects)].map(([name, spec]) => ({ of, name, pod: asPod(name, spec) })),
  );
}

describeReal("a namespace that enforces the Pod Security Standard restricted", () => {
  let plane: ControlPlaneAddress;
  let all: Awaited<ReturnType<typeof templates>>;

  beforeAll(async () => {
    plane = controlPlane();
    all = await templates();
    await makeNamespace(plane, namespace);
    await mustRun(plane, ["label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted"]);
    for (const name of [
      "weir-reconcile",
      "weir-refresh",
      "weir-autoscale",
      "weir-admission",
      "weir-front",
      "default",
    ]) {
      await callApi(plane, "POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { body: { metadata: { name } } });
    }
  });
  afterAll(() => wipe(plane, [namespace]));

  const create = (body: object): Promise<ApiAnswer> =>
    callApi(plane, "POST", `/api/v1/namespaces/${namespace}/pods?dryRun=All`, { body });

  it("takes every pod of the overlay and of the chart", async () => {
    expect(all.map(({ of, name }) => `${of} ${name}`)).toEqual(
      ["overlay", "chart"].flatMap((of) =>
        ["reconcile", "refresh", "autoscale", "admission", "weir-front"].map((name) => `${of} ${name}`),
      ),
    );
    for (const { of, name, pod } of all) {
      const { status, body } = await create(pod);
      expect([of, name, status, status === 201 ? "" : body]).toEqual([of, name, 201, ""]);
    }
  });

  it.each([
    { field: "allowPrivilegeEscalation", says: "allowPrivilegeEscalation != false" },
    { field: "runAsNonRoot", says: "runAsNonRoot != true" },
    { field: "capabilities", says: "unrestricted capabilities" },
    { field: "seccompProfile", says: "seccompProfile" },
  ])("takes none of them without $field", async ({ field, says }) => {
    for (const { name, pod } of all) {
      const bare = structuredClone(pod) as { spec: { containers: [{ securityContext: Record<string, unknown> }] } };
      delete bare.spec.containers[0].securityContext[field];
      const { status, body } = await create(bare);
      expect([name, status, JSON.stringify(body)]).toEqual([name, 403, expect.stringContaining(says)]);
    }
  });

  it("is the one that Weir is installed in", () => {
    const made = render(join(projectRoot, "knative/base")).find(({ kind }) => kind === "Namespace");
    expect(made?.metadata.labels).toMatchObject({ "pod-security.kubernetes.io/enforce": "restricted" });
  });
});
