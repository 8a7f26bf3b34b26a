import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import type { Settings } from "../../../shared/core/settings.ts";
import { wanted } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";

const annotation = { metadata: { annotations: { "weir.dev/deletion-policy": "SuspendThenDelete" } } };

async function blocked(settings: Partial<Settings>, change: JsonObject = {}): Promise<string | undefined> {
  const world = await settledWorld("PATCH", { with: wanted("RUNNING"), settings });
  world.cluster.edit(subject, change);
  world.cluster.remove(subject);
  await world.pass(subject);
  const object = world.cluster.find(subject);
  return object && conditionsOf(object).find(({ type }) => type === "DeletionBlocked")?.message;
}

describe("why a deletion waits for a stop names where the policy comes from", () => {
  it("the setting, where the resource says nothing (R107)", async () => {
    expect(await blocked({ deletionPolicy: "CancelThenDelete" })).toMatch(
      /It becomes CANCELLED first \(the operator's WEIR_DELETION_POLICY: CancelThenDelete\)\.$/,
    );
  });

  it("the annotation, which goes before it (R107)", async () => {
    expect(await blocked({ deletionPolicy: "CancelThenDelete" }, annotation)).toMatch(
      /It becomes SUSPENDED first \(weir\.dev\/deletion-policy: SuspendThenDelete\)\.$/,
    );
  });
});
