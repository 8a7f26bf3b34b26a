import { contradicted, looks, notListed, status, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { asking, blind, one, secret } from "./outage-parts.ts";

interface Fault {
  readonly act: (world: World) => void;
  readonly calls: Step["calls"];
  readonly reason: string;
  readonly message: string;
  readonly end?: string;
}

/** The fault twice, and then the platform again. */
function passesOver({ act, calls, reason, message, end = "waiting" }: Fault, mend: (world: World) => void): Step[] {
  return [
    {
      when: "the fault",
      act,
      after: 10_000,
      rule: "await-backend",
      end,
      calls: [...calls, "api patch status"],
      status: blind(reason, message, 10),
      record: "same",
    },
    { when: "it lasts", act, after: 10_000, rule: "await-backend", end, calls, status: "same", record: "same" },
    {
      when: "it is over",
      act: mend,
      after: 10_000,
      rule: "rest",
      end: "settled",
      calls: [...looks, "api patch status"],
      status: status({
        conditions: { Consistent: well.Consistent.replace(" 0 ", " 30 ") },
        healthySince: 30,
      }),
      record: "same",
    },
  ];
}

type Shots = NonNullable<Parameters<World["admin"]["configure"]>[0]["next"]>;

const next = (shot: Shots[number]) => (world: World) => world.admin.configure({ next: [shot] });
const nothing = () => {};

const throttled: Fault = {
  act: next({ kind: "throttle", retryAfterSeconds: 30 }),
  calls: ["api get", "platform GET default/deployment-1 429"],
  reason: "AppManagerUnreachable",
  message: `${asking} 429 to ${one}: Too many requests.`,
};

const faults: readonly (Fault & { name: string; why: string; mend?: (world: World) => void })[] = [
  {
    name: "a platform that cannot be reached",
    why: "F13: an outage is no fact about the deployment",
    act: (world) => world.cut(true),
    mend: (world) => world.cut(false),
    calls: ["api get", "platform GET default/deployment-1 0"],
    reason: "AppManagerUnreachable",
    message: `AppManager did not answer ${one}: ECONNREFUSED`,
  },
  {
    name: "a platform that answers 503",
    why: "F13",
    act: next({ kind: "error", status: 503 }),
    calls: ["api get", "platform GET default/deployment-1 503"],
    reason: "AppManagerUnreachable",
    message: `${asking} 503 to ${one}: The platform failed.`,
  },
  {
    name: "the 404 page of a proxy",
    why: "only a 404 in JSON is the platform's own word; nothing is ever taken for gone on HTML",
    act: next({ kind: "htmlNotFound" }),
    calls: ["api get", "platform GET default/deployment-1 404"],
    reason: "AppManagerUnreachable",
    message: `${asking} 404 to ${one} without a JSON body`,
  },
  {
    name: "a 404 in JSON to everything",
    why: "R90: a wrong path in WEIR_APPMANAGER_URL; gone is only what is missing where the list is answered",
    act: (world) =>
      world.admin.configure({ next: Array(2).fill({ kind: "error", status: 404 } satisfies Shots[number]) }),
    calls: ["api get", "platform GET default/deployment-1 404", "platform GET default 404"],
    reason: "AppManagerUnreachable",
    message: notListed,
    end: "settled",
  },
  {
    name: "a 404 in JSON about what the list holds",
    why: "R90: the namespace was unknown for a moment; one of the two answers is wrong, so that neither is a fact",
    act: next({ kind: "error", status: 404 }),
    calls: ["api get", "platform GET default/deployment-1 404", "platform GET default 200"],
    reason: "AppManagerUnreachable",
    message: contradicted,
  },
  {
    name: "a login page with status 200",
    why: "2.7",
    act: next({ kind: "garbage" }),
    calls: ["api get", "platform GET default/deployment-1 200"],
    reason: "AppManagerUnreachable",
    message: `AppManager's answer to ${one} makes no sense: 200 without a JSON object`,
  },
  {
    name: "a throttled look",
    why: "429 with Retry-After",
    ...throttled,
  },
  {
    name: "a request that the platform does not understand",
    why: "400 on a read: no wish of the user's was refused, and looking again soon would not help",
    act: next({ kind: "error", status: 400 }),
    calls: ["api get", "platform GET default/deployment-1 400"],
    reason: "AppManagerUnreachable",
    message: `${asking} 400 to ${one}: The platform failed.`,
    end: "settled",
  },
];

const rotated = "platform GET default/deployment-1 401";

/** What is not known stays as it was (F13, F14): conditions Unknown, nothing else moves. */
export const outageRows: readonly Row[] = [
  ...faults.map(
    ({ name, why, mend, ...fault }): Row => ({ name, why, given: "PATCH", steps: passesOver(fault, mend ?? nothing) }),
  ),
  {
    name: "a token that is refused, then replaced",
    why: "F14: the Secret is read again at a 401; no busy loop while it stays wrong",
    given: "PATCH",
    steps: [
      ...passesOver(
        {
          act: (world) => void world.admin.revokeToken("token-of-the-tests"),
          calls: ["api get", rotated, "api secret my-vvp-apikey"],
          reason: "AuthenticationFailed",
          message: `${asking} 401 to ${one}: The API token is unknown or no longer valid. (the token is that of the Secret ${secret})`,
          end: "settled",
        },
        (world) => {
          world.admin.createToken({ namespace: "default", role: "editor", secret: "another" });
          world.cluster.secrets.set(secret, { token: "another" });
        },
      ).map((step, index) =>
        index < 2
          ? step
          : { ...step, calls: ["api get", rotated, "api secret my-vvp-apikey", looks[1], "api patch status"] },
      ),
    ],
  },
];
