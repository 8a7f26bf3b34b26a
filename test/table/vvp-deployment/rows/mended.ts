import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { unlinked } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";

const broken = deploymentSpec({ template: { spec: { artifact: { jarUri: null } } } });
const mended = deploymentSpec({ template: { spec: { artifact: { jarUri: "s3://my-bucket/MyJob.jar" } } } });
const invalid =
  "False/InvalidSpec 0 spec.deployment.spec.template.spec.artifact.jarUri is required for an artifact of kind JAR. " +
  "Correct the spec; nothing of it is projected until then.";

const unreachable = "AppManager did not answer get deployment default/my-deployment: ECONNREFUSED";

/** What an outage leaves of the link, since so many seconds. */
const down = (since: number) => `Unknown/AppManagerUnreachable ${since} ${unreachable}`;

const apply = (world: World) => void world.cluster.create(vvpDeployment("PATCH"));
const applyBroken = (world: World) => void world.cluster.create(vvpDeployment("PATCH", broken));
const asks = ["api get", "api secret my-vvp-apikey"] as const;

/** What is no longer so is no longer said, although the resource has no deployment yet of which anything could be known. */
export const mendedRows: readonly Row[] = [
  {
    name: "a spec that broke a rule is mended while the platform is down",
    why: "L3: nothing new is known of the projection, but nobody is told any more to correct what is correct; found by the crash search",
    steps: [
      {
        when: "it is applied",
        act: applyBroken,
        rule: "report-invalid",
        end: "settled",
        calls: [...asks, "platform GET default/my-deployment 404", "api patch status"],
        status: unlinked({ conditions: { SpecAligned: invalid } }),
        record: null,
      },
      {
        when: "it is mended, and the platform is down",
        act: (world) => {
          world.cluster.edit("my-deployment", mended);
          world.cut(true);
        },
        after: 10_000,
        rule: "await-backend",
        end: "waiting",
        calls: ["api get", "platform GET default/my-deployment 0", "api patch status"],
        status: unlinked({ conditions: { Consistent: down(10) } }),
        record: null,
      },
    ],
  },
  {
    name: "the platform answers again when the spec breaks a rule",
    why: "L3: before there is a deployment, an outage is all that is known of the link, and it is over; found by the crash search",
    steps: [
      {
        when: "it is applied, and the platform is down",
        act: (world) => {
          apply(world);
          world.cut(true);
        },
        rule: "await-backend",
        end: "waiting",
        calls: [...asks, "platform GET default/my-deployment 0", "api patch status"],
        status: unlinked({ fields: { observedGeneration: null }, conditions: { Consistent: down(0) } }),
        record: null,
      },
      {
        when: "an edit breaks a rule, and the platform is back",
        act: (world) => {
          world.cluster.edit("my-deployment", broken);
          world.cut(false);
        },
        after: 10_000,
        rule: "report-invalid",
        end: "settled",
        calls: ["api get", "platform GET default/my-deployment 404", "api patch status"],
        status: unlinked({
          fields: { observedGeneration: 2 },
          conditions: { SpecAligned: invalid.replace(" 0 ", " 10 ") },
        }),
        record: null,
      },
    ],
  },
];
