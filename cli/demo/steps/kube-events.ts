import { at } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { align } from "../../table.ts";
import { expectSame } from "../expect.ts";
import type { Stage } from "../stage.ts";
import { name } from "./state.ts";

/** Prints the Kubernetes Events of the resource; throws `Unexpected` unless they have these reasons. */
export async function showEvents(stage: Stage, reasons: readonly string[]): Promise<void> {
  const all = await stage.world.platform.all();
  const own = all.filter((object) => object.kind === "Event" && at(object, "involvedObject", "name") === name);
  const rows = own.map((event) => ["type", "reason", "message"].map((field) => String(at(event, field)))).sort(byText);
  stage.screen.command(`kubectl events --for vvpdeployment/${name}`);
  stage.screen.say(...align([["TYPE", "REASON", "MESSAGE"], ...rows]));
  expectSame("reasons of its Events", own.map(reasonOf).sort(), [...reasons].sort());
}

function reasonOf(event: KubeObject): string {
  return String(at(event, "reason"));
}

function byText(a: readonly string[], b: readonly string[]): number {
  return a.join() < b.join() ? -1 : 1;
}
