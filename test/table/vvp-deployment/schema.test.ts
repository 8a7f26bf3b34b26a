import { describe, expect, it } from "vitest";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { AdmissionRig, example, settings } from "./admission-rig.ts";
import { type Changes, changed } from "./rule-rows.ts";

interface SchemaRow {
  readonly name: string;
  readonly why: string;
  readonly changes: Changes;
  /** The field that is named, by the API server and by the pass. */
  readonly field: string;
}

const deployment = "spec.deployment";
const job = `${deployment}.spec.template.spec`;

/** The example without a field that it needs. */
function needed(field: string, why: string): SchemaRow {
  return { name: `without ${field}`, why, changes: { [field]: undefined }, field };
}

/** What the schema refuses of the documents' smallest example. */
const rows: readonly SchemaRow[] = [
  needed("spec.syncingMode", "R22, R49"),
  needed("spec.deployment.metadata.name", "R50"),
  needed("spec.deployment.metadata.namespace", "R51"),
  needed("spec.deployment.spec.deploymentTargetName", "R52"),
  needed("spec.deployment.spec.template.spec.artifact", "R53"),
  needed("spec.deployment.spec.template.spec.artifact.kind", "R53"),
  needed("spec.deployment.spec.template.spec.engineVersionName", "R56"),
  {
    name: "a mode that is none",
    why: "R22: PATCH and PUT, and nothing else",
    changes: { "spec.syncingMode": "MERGE" },
    field: "spec.syncingMode",
  },
  {
    name: "a state that is none",
    why: "R20: what a job may come to is more than what may be asked for",
    changes: { [`${deployment}.spec.state`]: "FINISHED" },
    field: `${deployment}.spec.state`,
  },
  {
    name: "a kind of artifact that is none",
    why: "R55",
    changes: { [`${job}.artifact.kind`]: "GO" },
    field: `${job}.artifact.kind`,
  },
  {
    name: "initFields of another structure",
    why: "R33: they are checked like the deployment, but for what is required",
    changes: { "spec.initFields.spec.template.spec.artifact.kind": "GO" },
    field: "spec.initFields.spec.template.spec.artifact.kind",
  },
];

const rig = new AdmissionRig();

describe.each(rows)("the schema refuses $name ($why)", ({ changes, field }) => {
  const object = changed(example("vvp-minimal-patch"), changes);

  it("in the API server", async () => {
    const fields = (await rig.create(object)).map((cause) => cause.field).filter((one) => one !== "<nil>");
    expect(fields).toEqual([field]);
  });

  it("in the pass and the function", () => {
    expect(vvpDeployment.validate({ object, settings }).map(({ path }) => path)).toContain(field);
  });
});

it.each(["RUNNING", "SUSPENDED", "CANCELLED"])("the schema takes the state %s (R20)", async (state) => {
  expect(await rig.create(changed(example("vvp-minimal-patch"), { [`${deployment}.spec.state`]: state }))).toEqual([]);
});
