import { patienceMs } from "../../../../patience.ts";
import { type FunctionProcess, withProcess } from "../../../scenario-process.ts";
import { deliver, sourceHeaders } from "../../../scenario-rig.ts";
import { onBothPlatforms } from "../on-both-platforms.ts";
import { applied, named, stays } from "./examples.ts";
import type { Flow } from "./flow.ts";
import { type FlowRow, playing } from "./playing.ts";

const unconfirmed =
  "no state: Healthy False/CreationUnconfirmed, Consistent Unknown/CreationUnconfirmed, " +
  "SpecAligned absent, NonceAligned absent, ParallelismAligned absent";
const denied = "CANCELLED: Healthy False/AuthenticationFailed, Consistent Unknown/AuthenticationFailed";

/** Has a process begin the creation, and comes back once it is on its way; the answer is yet to come. */
async function beginCreation({ name, admin, recorded: { stage } }: Flow, { url }: FunctionProcess) {
  const answer = deliver(url, sourceHeaders(name)).catch(() => undefined);
  // The delay is taken from the queue by the request that it is for.
  const isSent = () => admin.config().next?.length === 0;
  await stage.until("the creation is on its way", patienceMs, isSent, String);
  return { answer };
}

/** Nobody but the workers of a step looks from now on, one of which is awake; and a creation takes so many milliseconds. */
async function slowCreation(flow: Flow, ms: number): Promise<void> {
  await flow.recorded.world.changes.stop();
  await flow.look();
  flow.admin.configure({ next: [{ kind: "delay", ms, method: "POST" }] });
}

/** What was sent is longer on its way than a pass waits for it. */
function arrives(flow: Flow): Promise<void> {
  return flow.recorded.stage.until("it is there", patienceMs, () => flow.deployment() !== undefined, String);
}

const rows: readonly FlowRow[] = [
  {
    name: "the token is replaced",
    why: "F14, R13, AMB-27: the old one is refused at once; the new one is taken without a restart, and nothing is lost",
    subject: "keyed",
    steps: [
      applied("keyed"),
      {
        when: "the platform does not take it any more",
        act: ({ admin, recorded }) => admin.revokeToken(recorded.world.appManager.token),
        shows: [denied],
      },
      stays,
      {
        when: "the Secret holds another one",
        act: (flow) => flow.replaceToken(flow.admin.createToken({ namespace: "default", role: "editor" })),
        shows: ["CANCELLED: well"],
      },
    ],
  },
  {
    name: "two workers at once",
    why: "F15, R45: the second one finds the first one's intent, and creates nothing",
    subject: "shared",
    steps: [
      {
        when: "both look at a new resource",
        act: async (flow) => {
          const { world } = flow.recorded;
          await slowCreation(flow, 4_000);
          await flow.apply(named("shared", "PATCH"));
          await withProcess(world, "reconcile", async (one) => {
            const { answer } = await beginCreation(flow, one);
            await flow.look();
            await answer;
          });
          await arrives(flow);
        },
        calls: ["POST deployment 201"],
        shows: [unconfirmed, "CANCELLED: well"],
      },
      stays,
    ],
  },
  {
    name: "a worker that is killed",
    why: "F15, AMB-12, AMB-13: what it sent arrives, is found by its mark, and is not sent again",
    subject: "orphan",
    steps: [
      {
        when: "its creation is on its way",
        act: async (flow) => {
          // Long enough for a busy machine to look at it before.
          await slowCreation(flow, 20_000);
          await flow.apply(named("orphan", "PATCH"));
          await withProcess(flow.recorded.world, "reconcile", async (one) => void (await beginCreation(flow, one)));
        },
        shows: [unconfirmed],
      },
      {
        when: "it has arrived",
        act: arrives,
        calls: ["POST deployment 201"],
        shows: ["CANCELLED: well"],
      },
    ],
  },
];

onBothPlatforms("another token (F14), and workers that come and go (F15)", playing(rows));
