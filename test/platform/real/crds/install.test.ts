import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { callApi, runKubectl } from "../control-plane/access.ts";
import { installCrds, makeNamespace, mustRun } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { type ControlPlane, startControlPlane } from "../control-plane/start-control-plane.ts";
import { exampleIn } from "./example.ts";

const root = join(import.meta.dirname, "../../../..");
const namespace = "crds-install";
const example = exampleIn(namespace);
const admission = "/apis/admissionregistration.k8s.io/v1";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

let plane: ControlPlane | undefined;

function own(): ControlPlane {
  if (plane === undefined) throw new Error("the control plane of this file is not up");
  return plane;
}

interface Installed {
  readonly metadata: { readonly name: string; readonly generation: number; readonly resourceVersion: string };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly typeChecking?: unknown;
    readonly conditions?: unknown;
  };
}

async function installed(): Promise<Installed[]> {
  const paths = [
    definitions,
    `${admission}/validatingadmissionpolicies`,
    `${admission}/validatingadmissionpolicybindings`,
  ];
  const query = "?labelSelector=app.kubernetes.io/part-of=weir";
  const lists = await Promise.all(paths.map((path) => callApi(own(), "GET", path + query)));
  return lists.flatMap(({ body }) => (body as { items: Installed[] }).items);
}

const versions = async () => (await installed()).map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
const kubectl = (...args: readonly string[]) => runKubectl(own(), args, { cwd: root });

/** The lines of `kubectl apply` without the names: one word for each object. */
const outcomes = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" ").at(-1));

describeReal("kubectl apply -k crds", () => {
  // A definition that is made anew may be missing to some requests for seconds, which is no affair of the other files.
  beforeAll(async () => {
    plane = await startControlPlane();
    await makeNamespace(plane, namespace);
  });
  afterAll(() => plane?.close());

  it("needs nothing else to be there, and gives no warning", async () => {
    const { code, stdout, stderr } = await kubectl("apply", "-k", "crds");
    expect([code, stderr]).toEqual([0, ""]);
    expect(outcomes(stdout)).toEqual(Array(10).fill("created"));
    await installCrds(own());
  });

  it("makes a definition that is established, with its names, structural and with nothing else to complain about", async () => {
    const [definition] = await installed();
    expect(definition?.status?.conditions).toEqual([
      expect.objectContaining({ type: "NamesAccepted", status: "True" }),
      expect.objectContaining({ type: "Established", status: "True" }),
    ]);
  });

  it("makes policies whose expressions the API server finds sound by the schema", async () => {
    // What is checked before the kinds are served is checked against nothing.
    await mustRun(own(), ["delete", "-f", "crds/policies"]);
    await mustRun(own(), ["apply", "-k", "crds"]);
    const checked = async () => {
      const policies = (await installed()).filter(({ status }) => status?.typeChecking !== undefined);
      return policies.map(({ metadata, status }) => [metadata.name, status]);
    };
    const names = ["weir-flinkdeployments", "weir-record", "weir-vvpdeployments"];
    const sound = names.map((name) => [name, { observedGeneration: 1, typeChecking: {} }]);
    await expect.poll(checked).toEqual(sound);
  });

  it("changes nothing when it is run again", async () => {
    const before = await versions();
    const { stdout, stderr } = await kubectl("apply", "-k", "crds");
    expect([stderr, outcomes(stdout)]).toEqual(["", Array(10).fill("unchanged")]);
    expect(await versions()).toEqual(before);
  });

  it("changes nothing either when it is run again on the server's side", async () => {
    const apply = () => kubectl("apply", "--server-side", "-k", "crds");
    expect(await apply()).toMatchObject({ code: 0, stderr: "" });
    const before = await versions();
    const { stdout, stderr } = await apply();
    expect([stderr, outcomes(stdout)]).toEqual(["", Array(10).fill("serverside-applied")]);
    expect(await versions()).toEqual(before);
  });

  it("works again after a removal, without a restart: what is right is let in, what is wrong is not", async () => {
    await mustRun(own(), ["apply", "-f", "-"], example);
    // As the guide does: a kind that nobody has read may take minutes to go.
    await mustRun(own(), ["get", "vvpd,flinkdep,sessionjob,flinksnp"]);
    await mustRun(own(), ["delete", "-k", "crds"]);
    await installCrds(own());
    expect(await runKubectl(own(), ["apply", "-f", "-"], { input: example })).toMatchObject({
      code: 0,
      stderr: "",
    });
    const { code, stderr } = await kubectl("label", "-n", namespace, "vvpd/my-deployment", "ververica.platform/owner-");
    expect([code, stderr]).toEqual([1, expect.stringContaining("(known here: my-operator)")]);
  });
});

describeReal("the folder of an installation, as the guide shows it", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "weir-guide-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is rendered with the instance named to the functions and to the policy, and the image", async () => {
    const guide = await readFile(join(root, "docs/guides/install.md"), "utf8");
    const block = /```yaml\n(apiVersion: kustomize[^`]*)```/.exec(guide)?.[1] ?? "";
    expect(parse(block)).toMatchObject({ kind: "Kustomization" });
    await symlink(root, join(folder, "weir"));
    const mine = join(folder, "mine");
    await mkdir(mine);
    await writeFile(join(mine, "kustomization.yaml"), block);
    const rendered = parseAllDocuments(await mustRun(controlPlane(), ["kustomize", mine])).map((one) => one.toJS());
    const found = (kind: string, name: string) =>
      rendered.find((one) => one.kind === kind && one.metadata.name === name);
    expect(found("ConfigMap", "weir-settings").data.WEIR_INSTANCE_ID).toBe("production");
    expect(found("ValidatingAdmissionPolicy", "weir-vvpdeployments").spec.variables).toEqual([
      { name: "instanceIds", expression: "['production']" },
    ]);
    const images = rendered.flatMap(({ kind, spec }) =>
      kind === "Service" && spec.template
        ? spec.template.spec.containers.map(({ image }: { image: string }) => image)
        : [],
    );
    expect(new Set(images)).toEqual(new Set(["registry.example.com/weir:0.1.0"]));
  });
});
