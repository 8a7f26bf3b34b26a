import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../shared/core/json.ts";
import { validate } from "../../../shared/core/validate.ts";
import { flinkDeploymentDefinition } from "../../../shared/kinds/flink-deployment/definition.ts";
import { settings } from "../../table/flink/flink-rig.ts";
import { changedPrototypes, prototypes } from "../wire/prototypes.ts";
import { notLaidOver } from "./laid-over.ts";
import { type Mode, modes, podsOf, resourceWith } from "./pods-of.ts";
import { podRows } from "./rows.ts";

/** What admission says, and what a pass of the engine makes of it where admission was not asked. */
async function judged(template: string, mode: Mode) {
  const object = resourceWith(template, mode);
  const { schema, rules } = flinkDeploymentDefinition;
  const said = validate({ schema, rules }, { object, settings }).map(({ path, message }) => `${path} ${message}`);
  return { said, ...(await podsOf(object)) };
}

/** Names of the Deployments of a mode; in native mode the JobManager makes the other pods. */
const deployments = { native: ["orders"], standalone: ["orders", "orders-taskmanager"] } as const;

/** What the one container of a pod has that says nothing of rights. */
const usualMembers: ReadonlySet<string> = new Set([
  ...[
    "name",
    "image",
    "imagePullPolicy",
    "command",
    "args",
    "env",
    "ports",
    "resources",
    "startupProbe",
    "volumeMounts",
  ],
]);

/** The words of a program that nobody meant to say. */
const crash = /\b(?:Type|Range|Syntax|Reference|URI)Error\b|Maximum call stack|\[object Object\]/;

describe("a hostile pod template (S6, S10)", () => {
  it("is one of as many as ever", () => {
    const refused = podRows.filter(({ verdict }) => "refused" in verdict);
    const names = new Set(podRows.map(({ name }) => name));
    expect([podRows.length, refused.length, names.size]).toEqual([126, 37, 126]);
  });

  it.each(modes)(
    "is none where nothing is said: Weir asks for no privilege, host, token or node, in %s mode",
    async (mode) => {
      const { pods } = await podsOf(resourceWith("{}", mode));
      expect([...pods.keys()]).toEqual(deployments[mode]);
      for (const { spec } of pods.values()) {
        const { containers, ...ofPod } = spec as { readonly containers: readonly JsonObject[] };
        expect(Object.keys(ofPod).sort()).toEqual(["serviceAccountName", "volumes"]);
        expect(ofPod).toMatchObject({ serviceAccountName: "flink" });
        expect(containers.map((one) => Object.keys(one).filter((key) => !usualMembers.has(key)))).toEqual([[]]);
      }
    },
  );

  describe.each(modes)("in %s mode, by its verdict", (mode) => {
    it.each(podRows)("$name: $why", async ({ template, verdict }) => {
      const builtIns = prototypes();
      const plain = await judged("{}", mode);
      const { said, pods, status } = await judged(template, mode);
      expect(`${said} ${status}`).not.toMatch(crash);
      expect(changedPrototypes(builtIns)).toEqual([]);
      if ("refused" in verdict) {
        expect(said.join("\n")).toMatch(verdict.refused);
        expect(said.every((one) => one.startsWith("spec"))).toBe(true);
        expect([...pods.keys()]).toEqual([]);
        return;
      }
      expect(said).toEqual([]);
      expect([...pods.keys()]).toEqual(deployments[mode]);
      for (const [name, made] of pods) {
        const parts = { template: JSON.parse(template) as JsonValue, plain: plain.pods.get(name) ?? {}, made };
        expect(notLaidOver(parts, verdict.decided), name).toEqual([]);
      }
    });
  });
});
