import { example } from "../../../builders/vvp-deployment.ts";
import { record } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { body, claimed, inDoubt, sent, waiting, waitsOn } from "./doubt-parts.ts";
import { firstLook } from "./parts.ts";

const finalizers = ["weir.dev/finalizer"];

/** Answers to a creation that settle nothing, or not for long. */
export const doubtfulAnswerRows: readonly Row[] = [
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
              "Choose another name, remove the other one, or take it over with the annotation weir.dev/adoption-policy: Adopt.",
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
