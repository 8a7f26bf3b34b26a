import { type Dice, pick } from "./dice.ts";
import { moves } from "./draw-moves.ts";
import type { FlowDeed } from "./exhaustive/deeds.ts";
import { type Difference, differences } from "./other-version.ts";
import type { Rollout } from "./rollout.ts";
import { type Drawn, type Fact, withDeeds, within } from "./weave.ts";

/** At most one of them is in a schedule; they are few, since a second resource doubles what a run costs. */
const facts: readonly Fact[] = [
  {
    why: "A token is replaced, and the old one dies with that.",
    permille: 40,
    weave: (drawn, roll) => withDeeds(drawn, [within(drawn, roll(0)), "replaceToken"]),
  },
  {
    why: "A token dies, and its Secret is told later.",
    permille: 20,
    weave: (drawn, roll) => {
      const at = within(drawn, roll(0));
      return withDeeds(drawn, [at, "loseToken"], [at + roll(1) * 30_000, "replaceToken"]);
    },
  },
  {
    why: "The creation is given what no update may give.",
    permille: 50,
    weave: (drawn) => begunBy(drawn, "applyInit"),
  },
  {
    why: "Somebody has made a deployment of that name by hand.",
    permille: 30,
    weave: (drawn, roll) => {
      const begun = roll(0) < 0.3 ? begunBy(drawn, "applyAdopting") : drawn;
      const occupied = { ...begun, deeds: [{ at: 0, deed: "makeByHand" } as const, ...begun.deeds] };
      return roll(1) < 0.5 ? occupied : withDeeds(occupied, [within(drawn, roll(2)), "loseDeployment"]);
    },
  },
  {
    why: "Another resource means the same deployment.",
    permille: 25,
    weave: (drawn, roll) => inPages(withDeeds(drawn, [roll(0) < 0.3 ? 0 : within(drawn, roll(1)), "applyRival"])),
  },
  {
    why: "There is another resource, and lists come in pages.",
    permille: 20,
    weave: (drawn, roll) => inPages(withDeeds(drawn, [0, "applyOther"], [within(drawn, roll(0)), "runOther"])),
  },
  {
    why: "The resource goes, and another one of its name comes: new, or from a backup.",
    permille: 40,
    weave: (drawn, roll) => {
      const at = within(drawn, roll(0));
      const again = roll(3) < 0.5 ? "apply" : "restore";
      const gone = at + 10_000 * roll(1);
      return withDeeds(drawn, [at, "cancel"], [gone, "remove"], [gone + 1_000 + 20_000 * roll(2), again]);
    },
  },
  {
    why: "The platform does not know its namespace for a while: a wrong route, a restored database.",
    permille: 25,
    weave: (drawn, roll) => {
      const at = within(drawn, roll(0));
      return withDeeds(drawn, [at, "hideNamespace"], [at + 100 + roll(1) * 30_000, "showNamespace"]);
    },
  },
  {
    why: "Savepoints are asked for once the job runs, one after the other.",
    permille: 80,
    weave: (drawn, roll) => {
      const asked = [0, 1, 2].map((number) => [3_500 + 2_500 * (number + roll(number)), "askSavepoint"] as const);
      return withDeeds(drawn, [0, "run"], ...asked);
    },
  },
  {
    why: "Another version of Weir is rolled out, or is rolled back, while things happen.",
    permille: 60,
    weave: (drawn, roll) => {
      const [from, to] = [roll(0), roll(1)].map((number) => Math.round(within(drawn, number))).sort((a, b) => a - b);
      return rolledOut(drawn, {
        difference: pick(Object.keys(differences) as Difference[], roll(2)),
        from: from ?? 0,
        to: to ?? 0,
        otherFirst: roll(3) < 0.5,
        otherLast: roll(4) < 0.5,
      });
    },
  },
  {
    why: "What the end of the resource does to its job is said before it comes.",
    permille: 60,
    weave: (drawn, roll) => {
      const policy = pick(["keepOnDelete", "cancelOnDelete", "suspendOnDelete"] as const, roll(0));
      const said = within(drawn, roll(1));
      return withDeeds(drawn, [said, policy], [said + 15_000 * roll(2), "remove"]);
    },
  },
  {
    why: "Another operator takes the deployment over, as its owner allows.",
    permille: 15,
    weave: (drawn, roll) => withDeeds(drawn, [within(drawn, roll(0)), "allowHandover"]),
  },
  {
    why: "A deployment that somebody has made by hand is only looked at.",
    permille: 15,
    weave: (drawn) => {
      const begun = begunBy(drawn, "applyObserving");
      return { ...begun, deeds: [{ at: 0, deed: "makeByHand" }, ...begun.deeds] };
    },
  },
  {
    why: "A resource of mode PUT becomes one of mode PATCH.",
    permille: 20,
    weave: (drawn, roll) => withDeeds(drawn, [within(drawn, roll(0)), "toPatch"]),
  },
];

/** The place of the die that chooses a fact. */
const choice = 30;

/** A schedule's setting and deeds with one of the rare facts in them, or as they are. */
export function withRareFact(drawn: Drawn, dice: Dice): Drawn {
  let left = dice.at(choice) * 1_000;
  for (const { permille, weave } of [...facts, ...moves]) {
    if (left < permille) return weave(drawn, (index) => dice.at(choice + 1, index));
    left -= permille;
  }
  return drawn;
}

/** With another way to apply the resource, where it is of mode PATCH. */
function begunBy({ setting, deeds }: Drawn, first: FlowDeed): Drawn {
  return {
    setting,
    deeds: deeds.map((one, index) => (index === 0 && one.deed === "apply" ? { ...one, deed: first } : one)),
  };
}

/** With two versions; a quarantine that one of them halves is the longer of those that are drawn. */
function rolledOut({ setting, deeds }: Drawn, rollout: Rollout): Drawn {
  const shortens = rollout.difference === "quarantine";
  return { setting: { ...setting, ...(shortens && { quarantineMs: 120_000 }), rollout }, deeds };
}

/** With lists of one item a page, on the API server and on the platform. */
function inPages({ setting, deeds }: Drawn): Drawn {
  return { setting: { ...setting, pageSize: 1 }, deeds };
}
