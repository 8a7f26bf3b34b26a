import { expect } from "vitest";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { readExamples } from "../../scenario-rig.ts";
import { changeSecret } from "./canaries.ts";
import { onBothPlatforms } from "./on-both-platforms.ts";

const { patch } = await readExamples();

function withSecret(name: string): KubeObject {
  const annotations = { ...patch.metadata.annotations, apikeySecretName: name };
  return { ...patch, metadata: { ...patch.metadata, annotations } };
}

onBothPlatforms("a resource without an API key is refused at apply (R13, R14, AMB-30)", async (play) => {
  const recorded = await play.world({ events: false });
  const { kubectl } = recorded.world;
  const absent = await kubectl.apply(withSecret("no-such-key"), "absent.yaml", { dryRun: true });
  expect(absent).toMatchObject({ ok: false, message: expect.stringContaining("no-such-key does not exist") });
  const found = await kubectl.apply(patch, "found.yaml", { dryRun: true });
  expect(found).toMatchObject({ ok: true });
  expect(found.warnings.filter((warning) => !warning.startsWith("preview: "))).toEqual([]);
  await changeSecret(recorded, { token: "" });
  const empty = await kubectl.apply(patch, "empty.yaml", { dryRun: true });
  expect(empty).toMatchObject({ ok: false, message: expect.stringContaining("is empty; put the API token there") });
});
