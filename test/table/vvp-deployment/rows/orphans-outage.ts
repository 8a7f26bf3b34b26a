import { listed, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { gone } from "../told/words.ts";

const unanswered = ["api get", "platform GET default/deployment-1 0", "api patch status"];
const absent = ["api get", "platform GET default/deployment-1 404", listed, "api patch status"];

/** The status while nothing is known of the state. */
function stateless(consistent: string) {
  return status({ fields: { actualState: null }, conditions: { Consistent: consistent }, healthySince: 20 });
}

/** A link that is lost, and a platform that cannot be asked meanwhile. */
export const orphanOutageRows: readonly Row[] = [
  {
    name: "the platform is down for a while after the deployment was removed",
    why: "X7: an outage does not end what it hides, so that it is told once",
    given: "PATCH",
    steps: [
      {
        when: "the deployment is gone",
        act: (world) => world.admin.deleteDeployment("default", "my-deployment"),
        after: 20_000,
        rule: "report-lost",
        end: "settled",
        calls: absent,
        status: stateless(`False/AppManagerRecordNotFound 20 ${gone}`),
        record: "same",
      },
      {
        when: "the platform is down",
        act: (world) => world.cut(true),
        after: 10_000,
        rule: "await-backend",
        end: "waiting",
        calls: unanswered,
        status: stateless(
          "Unknown/AppManagerUnreachable 30 AppManager did not answer get deployment default/deployment-1: ECONNREFUSED",
        ),
        record: "same",
      },
      {
        when: "it answers again",
        act: (world) => world.cut(false),
        after: 10_000,
        rule: "report-lost",
        end: "settled",
        calls: absent,
        status: stateless(`False/AppManagerRecordNotFound 40 ${gone}`),
        record: "same",
      },
    ],
  },
  {
    name: "the deployment is removed while the platform is down",
    why: "X7: what an outage has hidden from its beginning is told when it is over",
    given: "PATCH",
    steps: [
      {
        when: "the platform is down",
        act: (world) => world.cut(true),
        after: 20_000,
        rule: "await-backend",
        end: "waiting",
        calls: unanswered,
        status: status({
          conditions: {
            Consistent:
              "Unknown/AppManagerUnreachable 20 AppManager did not answer get deployment default/deployment-1: ECONNREFUSED",
          },
          healthySince: 20,
        }),
        record: "same",
      },
      {
        when: "it answers again",
        act: (world) => {
          world.admin.deleteDeployment("default", "my-deployment");
          world.cut(false);
        },
        after: 10_000,
        rule: "report-lost",
        end: "settled",
        calls: absent,
        status: stateless(`False/AppManagerRecordNotFound 30 ${gone}`),
        record: "same",
      },
    ],
  },
];
