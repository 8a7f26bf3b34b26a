import type { JsonObject } from "../../../../shared/core/json.ts";
import type { Settings } from "../../../../simulators/app-manager/knobs.ts";
import { example, wanted } from "../../../builders/vvp-deployment.ts";
import { creation, definition, record, status, unlinked } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { deploymentOf, firstLook, laterLook, nothingMore } from "./parts.ts";

const finalizers = ["weir.dev/finalizer"];
const body = definition(deploymentOf(example("PATCH")));

type Shot = NonNullable<Settings["next"]>[number];

function claimed(at: number, attempt = 1): JsonObject {
  return record({ generation: 0, input: "", id: null, applied: null, intents: [creation(at, attempt)] });
}

/** Applies the example and lets the creation meet a fault. */
function applied(shot: Shot) {
  return (world: World) => {
    world.admin.configure({ next: [{ ...shot, method: "POST" }] });
    world.cluster.create(example("PATCH"));
  };
}

function inDoubt(reason: string, message: string) {
  return unlinked({
    fields: { observedGeneration: null },
    conditions: {
      Consistent: `Unknown/${reason} 0 ${message}`,
      NonceAligned: "True/NoncesProcessed 0 No savepoint or restart is requested.",
      ParallelismAligned: "True/Aligned 0 Autopilot is not consulted by this version and counts as not active.",
    },
  });
}

function sent(shot: Shot, answer: number, reason: string, message: string): Step {
  return {
    when: "it is applied",
    act: applied(shot),
    rule: "create",
    end: "waiting",
    calls: [
      ...firstLook,
      { "api patch": { finalizers, record: claimed(0) } },
      { [`platform POST default ${answer}`]: body },
      "api patch status",
    ],
    status: inDoubt(reason, message),
    record: claimed(0),
  };
}

const lost = "AppManager did not answer create deployment default/my-deployment: ECONNRESET";
const until = (time: string) =>
  `The creation was not confirmed; unless the deployment shows up, it is sent again after 2026-01-01T${time}Z.`;

/** The first look after a creation in doubt that finds nothing. */
const waiting: Step = {
  when: "the deployment does not show up",
  after: 1_000,
  rule: "await-quarantine",
  end: "moving",
  calls: [...laterLook, "api patch status"],
  status: inDoubt("CreationUnconfirmed", until("00:01:00")),
  record: "same",
};
const waitsOn: Step = { ...waiting, when: "later looks", after: 8_000, calls: laterLook, status: "same" };

/** A creation whose outcome is not known (F1 4'', D6). */
export const doubtRows: readonly Row[] = [
  {
    name: "a creation whose reply was lost is found and linked, not sent again",
    why: "F1 4'': our mark on it is the proof",
    steps: [
      sent({ kind: "resetAfterCommit" }, 0, "CreationUnconfirmed", lost),
      {
        when: "the next look",
        after: 1_000,
        rule: "rest",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/my-deployment 200",
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          conditions: {
            Consistent: "True/RecordIntact 1 The resource is linked to its deployment.",
            SpecAligned: "True/SpecUnchanged 1 Nothing changed since the last projection.",
          },
          healthySince: 1,
        }),
        record: record(),
      },
      nothingMore("nothing changes"),
    ],
  },
  {
    name: "a creation that does not show up is sent again after the quarantine",
    why: "D6: looking and not finding proves nothing until then; the looks between write nothing",
    steps: [
      sent({ kind: "resetBeforeCommit" }, 0, "CreationUnconfirmed", lost),
      waiting,
      waitsOn,
      waitsOn,
      {
        when: "the quarantine is over",
        after: 44_000,
        rule: "create",
        end: "settled",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          "platform GET default/my-deployment 404",
          { "api patch": { record: claimed(61, 2) } },
          { "platform POST default 201": body },
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          conditions: {
            Consistent: "True/RecordIntact 61 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 61 Deployment my-deployment is created in platform namespace default.",
          },
          healthySince: 61,
        }),
        record: record(),
      },
    ],
  },
  {
    name: "a second sending that is lost as well waits out its own quarantine",
    why: "the intent on record is that of the newest sending",
    steps: [
      sent({ kind: "resetBeforeCommit" }, 0, "CreationUnconfirmed", lost),
      {
        when: "the quarantine is over, and the reply is lost again",
        act: (world) => world.admin.configure({ next: [{ kind: "resetBeforeCommit", method: "POST" }] }),
        after: 61_000,
        rule: "create",
        end: "waiting",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          "platform GET default/my-deployment 404",
          { "api patch": { record: claimed(61, 2) } },
          { "platform POST default 0": body },
        ],
        status: "same",
        record: claimed(61, 2),
      },
      {
        ...waiting,
        when: "right after",
        status: inDoubt("CreationUnconfirmed", until("00:02:01")),
      },
    ],
  },
  {
    name: "a late second sending meets the first one",
    why: "409: the look finds our mark and links; what is on the platform is not known to be the newest content",
    steps: [
      sent({ kind: "resetBeforeCommit" }, 0, "CreationUnconfirmed", lost),
      {
        when: "the quarantine is over, the spec has changed, and the second reply is lost",
        act: (world) => {
          world.admin.configure({ next: [{ kind: "resetAfterCommit", method: "POST" }] });
          world.cluster.edit("my-deployment", wanted("SUSPENDED"));
        },
        after: 61_000,
        rule: "create",
        end: "waiting",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          "platform GET default/my-deployment 404",
          { "api patch": { record: { ...claimed(0), intents: [creation(61, 2, "content-2")] } } },
          { "platform POST default 0": { ...body, spec: { ...(body.spec as JsonObject), state: "SUSPENDED" } } },
          "api patch status",
        ],
        status: { ...inDoubt("CreationUnconfirmed", lost), observedSpecState: "SUSPENDED" },
        record: { ...claimed(0), intents: [creation(61, 2, "content-2")] },
      },
      {
        when: "it is found",
        after: 1_000,
        rule: "project-spec",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/my-deployment 200",
          {
            "platform PATCH default/deployment-1 200": {
              ...deploymentOf(example("PATCH")),
              spec: { ...(deploymentOf(example("PATCH")).spec as JsonObject), state: "SUSPENDED" },
            },
          },
          { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedSpecState: "SUSPENDED", actualState: "SUSPENDED", observedGeneration: 2 },
          conditions: {
            Consistent: "True/RecordIntact 62 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 62 The changed spec is projected (mode=PATCH).",
          },
          healthySince: 62,
        }),
        record: record({ generation: 2, applied: "content-2" }),
      },
    ],
  },
  {
    name: "a throttled creation is not sent again at once",
    why: "its own writes come back as events; without the quarantine each would make it try again",
    steps: [
      sent(
        { kind: "throttle", retryAfterSeconds: 7 },
        429,
        "AppManagerUnreachable",
        "AppManager answered 429 to create deployment default/my-deployment: Too many requests.",
      ),
      waiting,
      waitsOn,
    ],
  },
  {
    name: "a creation answered by a login page is in doubt",
    why: "2.7: only JSON is an answer; what a proxy says is no fact",
    steps: [
      sent(
        { kind: "garbage" },
        200,
        "CreationUnconfirmed",
        "AppManager's answer to create deployment default/my-deployment makes no sense: 200 without a JSON object",
      ),
      waiting,
    ],
  },
  {
    name: "a name that is taken in the very moment is refused, then reported as taken",
    why: "409 (F1 4''')",
    steps: [
      {
        when: "somebody else is faster",
        act: (world) => {
          world.cluster.create(example("PATCH"));
          world.way.probe = ({ method }, when) => {
            if (method !== "POST" || when === "after") return;
            world.admin.createDeployment("default", "my-deployment", { state: "CANCELLED" });
          };
        },
        rule: "create",
        end: "waiting",
        calls: [
          ...firstLook,
          { "api patch": { finalizers, record: claimed(0) } },
          { "platform POST default 409": body },
          "api patch status",
        ],
        status: {
          ...inDoubt("", ""),
          conditions: takenConditions(
            "AppManager answered 409 to create deployment default/my-deployment: " +
              "Deployment 'my-deployment' exists and is not managed by an operator.",
          ),
        },
        record: claimed(0),
      },
      {
        when: "the next look finds it",
        after: 1_000,
        rule: "refuse-claim",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/my-deployment 200",
          { "api patch": { record: record({ id: null, applied: null }) } },
          "api patch status",
        ],
        status: {
          ...inDoubt("", ""),
          observedGeneration: 1,
          conditions: takenConditions(
            "Deployment my-deployment exists and is not managed by this resource. " +
              "Weir does not take over deployments; choose another name or remove the other one.",
          ),
        },
        record: record({ id: null, applied: null }),
      },
    ],
  },
];

function takenConditions(message: string): string[] {
  const [, , ...informative] = inDoubt("", "").conditions as string[];
  return [
    `Healthy False/AppManagerCreateFailed 0 Consistent: AppManagerCreateFailed: ${message}`,
    `Consistent False/AppManagerCreateFailed 0 ${message}`,
    ...informative,
  ];
}
