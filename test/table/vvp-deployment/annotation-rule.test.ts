import { describe, expect, it } from "vitest";
import { violationsOf } from "../../../shared/core/rule.ts";
import * as vocabulary from "../../../shared/kinds/vvp-deployment/names.ts";
import { rules } from "../../../shared/kinds/vvp-deployment/rules.ts";
import { vvpDeployment } from "../../builders/vvp-deployment.ts";
import { settings } from "./admission-rig.ts";

const known =
  "no annotation of Weir; known below weir.dev/: paused, nonce-policy, nonce-deadline, deletion-policy, " +
  "management-policy, adoption-policy, drift-policy, allow-handover, reconcile-requested-at";

function warnings(...keys: readonly string[]): string[] {
  const annotations = Object.fromEntries(keys.map((key) => [key, "Orphan"]));
  const object = vvpDeployment("PATCH", { metadata: { annotations } });
  const all = violationsOf(rules, "warn", { object, settings });
  return all.filter(({ path }) => path === "metadata.annotations").map(({ message }) => message);
}

const offered = Object.values(vocabulary).filter((one) => typeof one === "string" && /^weir\.dev\/./.test(one));

describe("the key of an annotation", () => {
  it.each([
    { keys: ["weir.dev/delete-policy"], says: `holds weir.dev/delete-policy, ${known}`, why: "a later delete deletes" },
    { keys: ["weir.dev/Paused"], says: `holds weir.dev/Paused, ${known}`, why: "keys are told apart by case" },
    { keys: ["weir.dev/a", "weir.dev/b"], says: `holds weir.dev/a, weir.dev/b, ${known}`, why: "each is named" },
    { keys: ["weir.dev/restart"], says: `holds weir.dev/restart, ${known}`, why: "belongs to the job's template" },
  ])("$keys is warned of: $why", ({ keys, says }) => expect(warnings(...keys)).toEqual([says]));

  it.each([
    { key: "weir.dev/record", why: "Weir's own, which a restore brings along" },
    { key: "example.com/delete-policy", why: "somebody else's" },
    { key: "my.weir.dev/delete-policy", why: "another prefix" },
    { key: "delete-policy", why: "without a prefix" },
    { key: "apikeySecretName", why: "R13" },
  ])("$key is no matter: $why", ({ key }) => expect(warnings(key)).toEqual([]));

  it("is known for every annotation that Weir has a name for", () => {
    expect(offered.length).toBeGreaterThan(5);
    expect(warnings(...(offered as string[]))).toEqual([]);
  });
});
