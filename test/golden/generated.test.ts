import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { makeAll } from "../../crds/chart/files.ts";
import { findDrift } from "../../crds/drift.ts";
import { header } from "../../crds/manifest.ts";
import { makeRequirementsPage } from "../../crds/reference/requirements.ts";
import { findEvidence } from "../../crds/requirements/find-evidence.ts";
import { findingsOf } from "../../crds/requirements/findings.ts";
import { sections } from "../../docs/requirements/all.ts";
import { flows } from "../../docs/requirements/flows.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { variables } from "../../shared/runtime/config.ts";

const root = join(import.meta.dirname, "../..");
const evidence = findEvidence(root);
const outputs = [...makeAll(root, kinds), makeRequirementsPage(sections, evidence)];
/** Templates become YAML only when Helm has rendered them. */
const manifests = outputs.filter(({ path }) => path.endsWith(".yaml") && !path.includes("/templates/"));
const content = (path: string) => outputs.find((one) => one.path === path)?.content ?? "";

describe("the generated files", () => {
  it("are committed as the kinds say (else: npm run gen)", () => {
    expect(findDrift(root, outputs)).toEqual([]);
  });

  it("come out the same twice", () => {
    expect([...makeAll(root, kinds), makeRequirementsPage(sections, findEvidence(root))]).toEqual(outputs);
  });

  it.each(outputs)("$path says that it is generated", ({ content: text }) => {
    expect(text.split("\n")[0]).toContain(header);
    expect(text.endsWith("\n")).toBe(true);
  });

  it.each(manifests)("$path is sound YAML without anchors", ({ content: text }) => {
    expect(parseAllDocuments(text).flatMap((document) => document.errors)).toEqual([]);
    expect(text).not.toMatch(/[:-] [&*]a\d/);
  });
});

describe("the requirements", () => {
  it("are each shown by a test, and tests mention no others", () => {
    expect(findingsOf(sections, evidence)).toEqual([]);
  });

  it.each(Object.keys(flows))("%s is played on both platforms", (id) => {
    const places = evidence.filter((one) => one.id === id).map(({ file }) => file);
    expect(places.some((file) => file.startsWith("test/platform/real/scenarios/"))).toBe(true);
  });
});

describe("the kustomization", () => {
  it("lists every manifest below crds, and those alone", () => {
    const listed = (parse(content("crds/kustomization.yaml")) as { resources: string[] }).resources;
    const expected = manifests.map(({ path }) => path).filter((path) => /^crds\/(?!kustomization)/.test(path));
    expect(listed.map((path) => `crds/${path}`)).toEqual(expected);
  });
});

describe("the columns of kubectl get", () => {
  interface Crd {
    spec: { versions: [{ additionalPrinterColumns: { name: string; priority?: number }[] }] };
  }
  const crd = parse(content("crds/ververica.platform_vvpdeployments.yaml")) as Crd;
  const columns = crd.spec.versions[0].additionalPrinterColumns;
  const shown = (wide: boolean) =>
    columns.filter(({ priority }) => (priority === 1) === wide).map(({ name }) => name.toUpperCase());

  it("are those of the documents, in their order (R131)", () => {
    expect(shown(false)).toEqual(["ACTUAL", "INSTANCE-ID", "DESIRED", "SYNC", "VVP-NAMESPACE", "HEALTHY", "AGE"]);
  });

  it("are joined by four with -o wide (R133)", () => {
    expect(shown(true)).toEqual(["CONSISTENT", "SPECALIGNED", "PARALLELISMALIGNED", "DELETIONBLOCKED"]);
  });
});

describe("the reference pages", () => {
  const reasons = kinds.flatMap(({ conditions }) => conditions.flatMap(({ reasons: some }) => Object.keys(some)));

  it.each(reasons)("explain the reason %s", (reason) => {
    expect(content("docs/reference/conditions.md")).toContain(`\`${reason}\``);
  });

  it.each(kinds.flatMap(({ rules }) => rules))("explain the rule $name", ({ name, message, why }) => {
    const row = content("docs/reference/admission-rules.md")
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row?.replaceAll("\\|", "|")).toContain(message);
    expect(row).toContain(why);
  });

  it.each([...variables])("explain the variable $name", ({ name, about }) => {
    expect(content("docs/reference/environment.md")).toMatch(new RegExp(`\\| \`${name}\` \\|`));
    expect(content("docs/reference/environment.md")).toContain(about);
  });

  it("name every field that the documents' full example uses", () => {
    const page = content("docs/reference/vvpdeployment.md");
    for (const field of ["spec.syncingMode", "spec.initFields", "spec.savepointNonce", "spec.restartNonce"]) {
      expect(page).toContain(`\`${field}\``);
    }
    expect(page).toContain("`spec.deployment.spec.template.spec.logging.logReservePolicy.expirationDays`");
    expect(page).toContain("`status.conditions[]");
  });
});
