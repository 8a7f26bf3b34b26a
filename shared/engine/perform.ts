import type { Outcome } from "../core/action.ts";
import { type Fault, toFault } from "../core/error.ts";
import type { PortAction, Ports } from "../ports/ports.ts";

type Performers = {
  readonly [Type in PortAction["type"]]: (
    action: Extract<PortAction, { type: Type }>,
    ports: Ports,
    signal: AbortSignal,
  ) => Promise<unknown>;
};

/** One line per effect: which port call carries it out. */
const performers: Performers = {
  "app-manager/create": ({ caller, namespace, body, owner }, { appManager }, signal) =>
    appManager.create(caller, namespace, body, owner, signal),
  "app-manager/patch": ({ caller, ref, body }, { appManager }, signal) => appManager.patch(caller, ref, body, signal),
  "app-manager/replace": ({ caller, ref, body, owner }, { appManager }, signal) =>
    appManager.replace(caller, ref, body, owner, signal),
  "app-manager/adopt": ({ caller, ref, owner }, { appManager }, signal) => appManager.adopt(caller, ref, owner, signal),
  "app-manager/take-over": ({ caller, ref, owner, former }, { appManager }, signal) =>
    appManager.takeOver(caller, ref, owner, former, signal),
  "app-manager/delete": ({ caller, ref }, { appManager }, signal) => appManager.delete(caller, ref, signal),
  "app-manager/savepoint": ({ caller, request }, { appManager }, signal) =>
    appManager.takeSavepoint(caller, request, signal),
  "app-manager/announce": ({ caller, announcement }, { appManager }, signal) =>
    appManager.announce(caller, announcement, signal),
};

/**
 * Carries out the actions of a plan in their order.
 *
 * Guarantees: never rejects; ends at the first outcome that is not `done`, so that at most one effect is in doubt (D6);
 * sends nothing once the signal has aborted or `maySend` says no; does not take back what was sent.
 */
export async function perform(
  actions: readonly PortAction[],
  ports: Ports,
  signal: AbortSignal,
  maySend: () => boolean,
): Promise<Outcome<PortAction>[]> {
  const outcomes: Outcome<PortAction>[] = [];
  for (const action of actions) {
    const outcome = signal.aborted || !maySend() ? notSent(action) : await performOne(action, ports, signal);
    outcomes.push(outcome);
    if (outcome.result !== "done") break;
  }
  return outcomes;
}

async function performOne(action: PortAction, ports: Ports, signal: AbortSignal): Promise<Outcome<PortAction>> {
  try {
    const send = performers[action.type] as (action: PortAction, ports: Ports, signal: AbortSignal) => Promise<unknown>;
    return { action, result: "done", value: await send(action, ports, signal) };
  } catch (error) {
    const fault = toFault(error);
    return { action, result: fault.applied === "no" ? "failed" : "unknown", fault };
  }
}

function notSent(action: PortAction): Outcome<PortAction> {
  const fault: Fault = {
    code: "Unavailable",
    message: "The pass ran out of time before this was sent.",
    applied: "no",
  };
  return { action, result: "failed", fault };
}
