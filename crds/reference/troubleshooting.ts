import type { RegisteredKind } from "../../shared/kinds/index.ts";
import type { GeneratedFile } from "../manifest.ts";
import { code, makePage, makeTable } from "./markdown.ts";
import { type Symptom, symptoms } from "./symptoms.ts";

/** A reason that a user may have to act upon, and the next step. */
interface Trouble {
  readonly reason: string;
  readonly shownBy: string;
  readonly meaning: string;
  readonly action: string;
}

const nothing = "Nothing.";

/** The page that leads from what a user notices to the next step, by the rows of the conditions. */
export function makeTroubleshootingPage(kinds: readonly RegisteredKind[]): GeneratedFile {
  return makePage("troubleshooting", "Troubleshooting", [
    "Every condition says in its message what is wrong and what to do; this page is the way there. What each condition " +
      "means is in [conditions](conditions.md).",
    ...kinds.flatMap(sections),
  ]);
}

function sections(kind: RegisteredKind, index: number, kinds: readonly RegisteredKind[]): string[] {
  const troubles = troublesOf(kind);
  const anchors = anchorsOf(troubles, kinds.slice(0, index).flatMap(troublesOf));
  return [
    `## ${kind.names.kind}`,
    "Look, from afar to closely:",
    `\`\`\`sh\n${commands(kind.names.singular, kind.names.plural).join("\n")}\n\`\`\``,
    "`weir explain` looks as a pass would, with the very same code, and prints which rule decides and why; it writes nothing.",
    "### What you see",
    makeTable(
      ["You see", "Look for"],
      (symptoms[kind.names.kind] ?? []).map((one) => toRow(one, anchors)),
    ),
    "### What to do",
    ...troubles.flatMap(({ reason, shownBy, meaning, action }) => [
      `#### ${reason}`,
      `${shownBy}. ${meaning}`,
      `**Next step:** ${action}`,
    ]),
  ];
}

function commands(singular: string, plural: string): string[] {
  return [
    `kubectl get ${plural} -A -o wide`,
    `kubectl describe ${singular} NAME -n NAMESPACE`,
    `kubectl events -n NAMESPACE --for ${singular}/NAME`,
    `weir explain ${singular}/NAME -n NAMESPACE`,
  ];
}

/** By reason, the anchor of its heading: one that stands on the page before gets a number, as renderers of Markdown do. */
function anchorsOf(troubles: readonly Trouble[], before: readonly Trouble[]): ReadonlyMap<string, string> {
  return new Map(
    troubles.map(({ reason }) => {
      const times = before.filter((one) => one.reason === reason).length;
      return [reason, `${reason.toLowerCase()}${times === 0 ? "" : `-${times}`}`];
    }),
  );
}

function toRow({ sees, reasons, otherwise }: Symptom, anchors: ReadonlyMap<string, string>): string[] {
  const links = reasons.map((reason) => `[${code(reason)}](#${anchors.get(reason)})`).join(", ");
  return [sees, [links, otherwise ?? ""].filter((text) => text !== "").join(". ")];
}

/** Every reason other than those of health, the aggregate's and those for tools that wait included. */
export function troublesOf({ names, aggregate, conditions }: RegisteredKind): Trouble[] {
  const own = conditions.flatMap(({ type, healthyWhen, reasons }) =>
    Object.entries(reasons)
      .filter(([, { status }]) => status !== healthyWhen)
      .map(([reason, { status, meaning, action = nothing }]) => ({
        reason,
        shownBy: `${code(type)} is ${status}`,
        meaning,
        action,
      })),
  );
  const several = {
    reason: aggregate.severalFailing,
    shownBy: `${code(aggregate.type)} is False`,
    meaning: "More than one condition is not in its healthy status; the message lists them.",
    action: "See each of them.",
  };
  return [several, ...own, ...(forTools[names.kind] ?? [])];
}

const progressing: Trouble = {
  reason: "Progressing",
  shownBy: "`Reconciling` is True",
  meaning: "What the resource stands for is on its way to the state that it was asked for.",
  action: nothing,
};

/** By kind, the reasons that tools which wait are told and no condition has. */
const forTools: Readonly<Record<string, readonly Trouble[]>> = {
  VvpDeployment: [
    {
      reason: "JobFailed",
      shownBy: "`Ready` is False, and `Stalled` True",
      meaning: "The job failed for good. The resource is in order, so that `Healthy` stays True.",
      action:
        "Find out why on the platform; then set spec.deployment.spec.state to CANCELLED, and to RUNNING once it is.",
    },
    progressing,
  ],
  FlinkDeployment: [progressing],
  FlinkSessionJob: [progressing],
  FlinkStateSnapshot: [progressing],
};
