import { beforeAll, describe, expect, it } from "vitest";
import type { World } from "../../../world/world.ts";
import { findings } from "../hostile.ts";
import { outputFindings } from "../outputs.ts";
import { makePods, type Pods } from "../pods.ts";
import { restingWorld } from "../worlds.ts";
import { carriers, send } from "./carriers.ts";
import { jsonTexts } from "./corpus.ts";

let world: World;
let pods: Pods;
/** Calls of one pass over the resource at rest. */
let honest: number;

beforeAll(async () => {
  world = await restingWorld();
  pods = makePods(world);
  pods.lease.holder = "another sweep";
  await world.pass("my-deployment");
  honest = world.trace.splice(0).length;
});

describe("JSON texts at every endpoint", () => {
  it("are as many as ever", () => {
    expect([jsonTexts.length, carriers.length]).toEqual([524, 7]);
  });

  it("are judged as Node.js judges them, where they are UTF-8 (RFC 8259)", async () => {
    const wrong = await findings(jsonTexts, ({ says, bytes }) => {
      const sound = isJson(Buffer.from(bytes).toString());
      return says !== "either" && sound !== (says === "accept") ? [`Node.js says ${sound}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it.each(carriers)("as $name: taken or refused, and nothing else (D7)", async (carrier) => {
    const wrong = await findings(jsonTexts, async (text) => {
      const reply = await send(pods, carrier, text);
      const calls = world.trace.splice(0).length;
      const most = reply.status === 204 ? honest : 0;
      const allowed = carrier.statuses(text);
      return [
        ...(allowed.includes(reply.status) ? [] : [`${reply.status} instead of ${allowed.join(" or ")}`]),
        ...(calls > most ? [`${calls} calls`] : []),
        ...outputFindings(world, reply.json),
      ];
    });
    expect(wrong).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
