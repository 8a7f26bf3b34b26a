import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { admissionRows } from "./admission-rows.ts";
import { reconcileRows, refreshRows } from "./event-rows.ts";
import { flinkRows } from "./flink-rows.ts";
import { frontRows } from "./front-rows.ts";
import { readGrants, textOf, withCovering } from "./grants.ts";
import { type Rig, startRig } from "./rig.ts";
import { scaleRows } from "./scale-rows.ts";
import { sourceRows } from "./source-rows.ts";
import { without } from "./without.ts";

const own = [...reconcileRows, ...refreshRows, ...admissionRows, ...flinkRows, ...scaleRows];
const rows = [...own, ...sourceRows, ...frontRows];
const grants = readGrants();
const names = grants.map(textOf);

describe("the grants", () => {
  it("have a row each: what nothing needs must go, and what is new must say what it is for", () => {
    expect(names).toEqual([...new Set(names)]);
    expect(rows.map(({ grant }) => grant).sort()).toEqual([...names].sort());
  });
});

describeReal("without one grant", () => {
  let rig: Rig;

  beforeAll(async () => {
    // Nothing is followed, so that nothing happens but what a row does.
    rig = await startRig(controlPlane(), { WEIR_SELF_URL: "" });
  });
  afterAll(() => rig?.close());

  it.each(rows)("$grant ($why)", async ({ grant: name, start, refused, granted }) => {
    const grant = grants.find((one) => textOf(one) === name);
    if (grant === undefined) throw new Error(`no role has ${name}`);
    const trial = await start(rig, name.toLowerCase().replaceAll(/[^a-z]+/g, "-"));
    try {
      expect(await without(rig.address, withCovering(grant, grants), () => trial.refused())).toEqual(refused);
      expect(await trial.granted()).toEqual(granted);
      expectSound(rig, trial.written?.() ?? "");
    } finally {
      await trial.close?.();
      await rig.clear();
    }
  });

  function expectSound({ reconcile, refresh, autoscale, appManager }: Rig, more: string): void {
    const functions = [reconcile, refresh, autoscale];
    for (const { child, text } of functions) expect([child.exitCode, text.err]).toEqual([null, ""]);
    const written = functions.map(({ text }) => text.out).join("") + more;
    expect(written).not.toContain(appManager.token);
    expect(written).not.toMatch(/PRIVATE KEY|Bearer|eyJ[\w-]+\.eyJ/);
  }
});
