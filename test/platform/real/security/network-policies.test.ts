import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keyOf, type Manifest, projectRoot, render } from "../../../golden/kustomization.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { objectsOf, runHelm } from "../chart/helm.ts";
import { type ControlPlaneAddress, runKubectl } from "../control-plane/access.ts";
import { makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";

const makeFolder = temporaryFolders();
const component = join(projectRoot, "knative/components/network-policy");
const owned = ["--set", "instanceId=my-operator"];

async function template(...args: readonly string[]): Promise<Manifest[]> {
  const all = ["template", "weir", "knative/chart", "-n", "weir-system", ...owned, ...args];
  const { code, stdout, stderr } = await runHelm(makeFolder("helm"), all);
  if (code !== 0) throw new Error(stderr);
  return objectsOf(stdout).filter(({ kind }) => kind === "NetworkPolicy");
}

/** An empty list of peers says the same as none. */
function plain(objects: readonly Manifest[]): Record<string, unknown> {
  return Object.fromEntries(
    objects.map((one) => [keyOf(one), JSON.parse(JSON.stringify(one.spec).replaceAll(/,"(to|from)":\[\]/g, ""))]),
  );
}

describeReal("the NetworkPolicies of the chart", () => {
  it("are none, where they are not asked for", async () => {
    expect(await template()).toEqual([]);
  });

  it("are those of the component", async () => {
    expect(plain(await template("--set", "networkPolicy.enabled=true"))).toEqual(plain(render(component)));
  });

  it("name what the values name", async () => {
    const values = join(makeFolder("values"), "values.yaml");
    const apiServer = [{ ipBlock: { cidr: "10.0.0.1/32" } }];
    const appManager = [{ ipBlock: { cidr: "192.0.2.0/24" } }];
    const networkPolicy = { enabled: true, knativeNamespaces: ["one", "two"], apiServer, appManager };
    writeFileSync(values, JSON.stringify({ networkPolicy }));
    const specs = plain(await template("-f", values));
    expect(specs["NetworkPolicy weir-system/weir-platform"]).toMatchObject({ egress: [{ to: appManager }] });
    expect(specs["NetworkPolicy weir-system/weir-front"]).toMatchObject({ ingress: [{ from: apiServer }] });
    for (const name of ["weir-cluster", "weir-source"]) {
      expect(specs[`NetworkPolicy weir-system/${name}`]).toMatchObject({
        egress: [{}, { to: apiServer }, ...(name === "weir-source" ? [{}] : [])],
      });
    }
    const text = JSON.stringify(specs);
    expect(text.match(/\["one","two"\]/g)).toHaveLength(3);
    expect(text).not.toContain("kourier-system");
  });
});

describeReal("the NetworkPolicies on a real API server", () => {
  let plane: ControlPlaneAddress;
  const namespace = "weir-network";

  beforeAll(async () => {
    plane = controlPlane();
    await makeNamespace(plane, namespace);
  });
  afterAll(() => wipe(plane, [namespace]));

  it("are taken, and stored as the component has them", async () => {
    const input = JSON.stringify(asList(render(component), namespace));
    const made = await runKubectl(plane, ["apply", "-f", "-"], { input });
    expect([made.code, made.stderr]).toEqual([0, ""]);
    const { items } = JSON.parse(await mustRun(plane, ["get", "networkpolicies", "-n", namespace, "-o", "json"]));
    expect(plain(items.map(asHome))).toEqual(plain(render(component)));
  });

  it("come with the overlay, for a kustomization that names the component", async () => {
    const folder = makeFolder("kustomization");
    const from = (path: string) => relative(folder, join(projectRoot, path));
    const own = {
      resources: [from("knative/overlays/direct")],
      components: [from("knative/components/network-policy")],
    };
    const kind = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization" };
    writeFileSync(join(folder, "kustomization.yaml"), JSON.stringify({ ...kind, ...own }));
    const built = objectsOf(await mustRun(plane, ["kustomize", folder]));
    expect(plain(built.filter((one) => one.kind === "NetworkPolicy"))).toEqual(plain(render(component)));
    expect(built).toHaveLength(render(join(projectRoot, "knative/overlays/direct")).length + render(component).length);
  });
});

/** As it would be in its own namespace. */
function asHome(one: Manifest): Manifest {
  return { ...one, metadata: { ...one.metadata, namespace: "weir-system" } };
}

function asList(objects: readonly Manifest[], namespace: string): object {
  const items = objects.map(({ file: _file, ...one }) => ({ ...one, metadata: { ...one.metadata, namespace } }));
  return { apiVersion: "v1", kind: "List", items };
}
