import { flinkExample, patched } from "../flink-rig.ts";
import { job, type RuleRow, rowsOf } from "./row.ts";

const application = flinkExample("application");
const { held, broken, changedWell, changedBadly } = rowsOf(application);
const withoutHa = { "high-availability.type": "NONE" };
const session = rowsOf(patched(application, { spec: { job: null, flinkConfiguration: withoutHa } }));
const ha = { "high-availability.type": "kubernetes", "high-availability.storageDir": "s3://flink/ha" };
const withHa = { spec: { flinkConfiguration: ha } };
const image = { spec: { image: "flink:another" } };
const named = (name: string) => ({ metadata: { name } });
const version = (flinkVersion: string | null) => ({ spec: { flinkVersion } });
const suspended = (upgradeMode: string) => job({ state: "suspended", upgradeMode });

/** Names, versions, and what may not change (FD-1 to FD-4, FD-25 to FD-28). */
export const identityRows: readonly RuleRow[] = [
  held("cluster-name", "a name of 45 characters", "8.1/9.", named(`a${"b".repeat(43)}0`)),
  broken("cluster-name", "a name of 46 characters", "8.1/9.", named(`a${"b".repeat(44)}0`)),
  broken(
    "cluster-name",
    "a name that ends with a digit and begins with one",
    "A Service begins with a letter.",
    named("1a"),
  ),
  held("version-given", "a version", "FD-2.", {}),
  broken("version-given", "no version", "8.1/2.", version(null)),
  held("version-supported", "the oldest that is run", "FD-3.", version("v1_15")),
  broken("version-supported", "v1_13", "FD-3.", version("v1_13")),
  broken("version-supported", "v1_14", "8.1/2.", version("v1_14")),
  held("version-deprecated", "v1_19", "1.3.", version("v1_19")),
  held("version-deprecated", "v2_4", "1.3: the newest that the schema knows.", version("v2_4")),
  broken("version-deprecated", "v1_18", "The settled points: accepted, and said.", version("v1_18")),
  session.changedBadly("session-jobs-at-risk", "another image of a session cluster", "2.8.", {}, image),
  session.changedBadly("session-jobs-at-risk", "high availability that was off", "What runs keeps none.", {}, withHa),
  session.changedBadly(
    "session-jobs-at-risk",
    "another version of a highly available one",
    "8.1/32: metadata is its version's own.",
    withHa,
    version("v1_20"),
  ),
  session.changedWell("session-jobs-at-risk", "another image of a highly available one", "2.8.", withHa, image),
  session.changedWell(
    "session-jobs-at-risk",
    "an option of the operator alone",
    "Nothing is restarted.",
    {},
    {
      spec: { flinkConfiguration: { "kubernetes.operator.session.deletion.block-on-session-jobs": "false" } },
    },
  ),
  changedWell("session-jobs-at-risk", "another image of an application", "Its job is stopped as it says.", {}, image),
  held("service-account", "an account", "FD-28.", {}),
  broken("service-account", "no account", "8.1/1.", { spec: { serviceAccount: null } }),
  broken("service-account", "an account without a name", "Empty is as good as missing.", {
    spec: { serviceAccount: "" },
  }),
  ...["last-state", "stateful"].map((mode) =>
    changedBadly(
      "version-after-last-state",
      `another version after a suspension by ${mode}`,
      "FD-4.",
      suspended(mode),
      version("v1_20"),
    ),
  ),
  changedWell(
    "version-after-last-state",
    "another version that gives the state up",
    "FD-4: nothing is restored.",
    suspended("last-state"),
    { spec: { flinkVersion: "v1_20", job: { upgradeMode: "stateless" } } },
  ),
  changedWell(
    "version-after-last-state",
    "another version after a suspension by savepoint",
    "A savepoint is read by later versions.",
    suspended("savepoint"),
    version("v1_20"),
  ),
  changedWell(
    "version-after-last-state",
    "another version while it runs",
    "8.1/32: a savepoint is taken.",
    {},
    version("v1_20"),
  ),
  changedWell(
    "version-after-last-state",
    "a resumption in the same version",
    "Nothing about versions changes.",
    suspended("last-state"),
    job({ state: "running" }),
  ),
  {
    ...held(
      "version-after-last-state",
      "another version before anything ran",
      "8.1/17: there is no state yet.",
      version("v1_20"),
    ),
    oldObject: patched(application, suspended("last-state")),
  },
  changedWell("cluster-kind", "another job", "FD-25: still an application.", {}, job({ parallelism: 2 })),
  changedBadly("cluster-kind", "an application without its job", "8.1/10.", {}, { spec: { job: null } }),
  {
    ...changedBadly("cluster-kind", "a session cluster with a job", "8.1/10.", { spec: { job: null } }, {}),
    object: patched(application, { status: changedBadly("", "", "", { spec: { job: null } }, {}).oldObject?.status }),
  },
  {
    ...held("cluster-kind", "an application without its job, never deployed", "FD-25: nothing is there yet.", {
      spec: { job: null },
    }),
    oldObject: application,
  },
  changedWell(
    "cluster-mode",
    "native where nothing was said",
    "1.3: it is the default.",
    {},
    { spec: { mode: "native" } },
  ),
  changedBadly(
    "cluster-mode",
    "standalone after native",
    "8.1/10.",
    { spec: { mode: "native" } },
    { spec: { mode: "standalone" } },
  ),
  changedBadly(
    "cluster-mode",
    "standalone where nothing was said",
    "8.1/10: it was native.",
    {},
    { spec: { mode: "standalone" } },
  ),
  changedBadly(
    "cluster-mode",
    "nothing after standalone",
    "It would be native.",
    { spec: { mode: "standalone" } },
    { spec: { mode: null } },
  ),
  changedWell(
    "redeploy-path",
    "a nonce with a path",
    "8.1/34.",
    {},
    job({ savepointRedeployNonce: 1, initialSavepointPath: "s3://bucket/savepoint-1" }),
  ),
  changedBadly("redeploy-path", "a nonce without a path", "8.1/34.", {}, job({ savepointRedeployNonce: 1 })),
  changedBadly(
    "redeploy-path",
    "a nonce with a blank path",
    "FD-27: blank is none.",
    {},
    job({ savepointRedeployNonce: 1, initialSavepointPath: " " }),
  ),
  changedWell(
    "redeploy-path",
    "a nonce that stays",
    "Only a change asks for anything.",
    job({ savepointRedeployNonce: 1 }),
    job({ parallelism: 2 }),
  ),
  held("redeploy-path", "a nonce at creation", "There is nothing to redeploy.", job({ savepointRedeployNonce: 1 })),
];
