import { mergePatch } from "../../../shared/core/diff.ts";
import type { JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { Stage } from "../stage.ts";

/** An example with a merge patch over it: what a user with a mistake in the file would send. */
function withMistake(example: KubeObject, mistake: JsonObject): KubeObject {
  return mergePatch(example as unknown as JsonObject, mistake) as unknown as KubeObject;
}

/** Resources that break a rule: what the API server refuses by itself, and what it asks the admission function about. */
export async function showRefusals(stage: Stage, patch: KubeObject, put: KubeObject): Promise<void> {
  const { kubectl } = stage.world;
  stage.step(
    "Wrong resources are refused at apply",
    "Schema and policies are checked in the API server: no process is needed.",
  );
  const unowned = withMistake(patch, { metadata: { labels: null } });
  await refusedFile(stage, "without-owner-label.yaml", unowned, 'owner"] is required');
  const template = { spec: { numberOfTaskManagers: null } };
  const sizeless = withMistake(put, { spec: { deployment: { spec: { template } } } });
  await refusedFile(stage, "put-without-size.yaml", sizeless, "is required in PUT mode");
  stage.tally({ started: 0, events: 0, passes: 0 });

  stage.step(
    "What only the function can see, it says",
    "The webhook wakes the admission function; its window keeps it for the next apply.",
  );
  await refusedFile(stage, "with-a-trap-in-a-free-field.yaml", withTrap(patch), "is not allowed");
  const misspelt = withMistake(patch, { metadata: { annotations: { "weir.dev/nonce-policy": "wait" } } });
  const answer = kubectl.apply(misspelt, "with-misspelt-policy.yaml", { dryRun: true });
  await stage.command(
    "kubectl apply --dry-run=server -f with-misspelt-policy.yaml",
    answer,
    created("(server dry run)"),
  );
  stage.tally({ started: 1, events: 0, passes: 0, writes: 0, appManagerWrites: 0 });
}

function refusedFile(stage: Stage, file: string, object: KubeObject, words: string): Promise<void> {
  return stage.refused(`kubectl apply -f ${file}`, stage.world.kubectl.apply(object, file), words);
}

/** A key that would reach a prototype, in a place where the schema lets anything pass. */
function withTrap(example: KubeObject): KubeObject {
  const copy = withMistake(example, { spec: { deployment: { spec: { template: { spec: { freeField: {} } } } } } });
  return JSON.parse(JSON.stringify(copy).replace('"freeField":{}', '"freeField":{"constructor":"x"}')) as KubeObject;
}

/** What kubectl prints for a new resource. */
export function created(suffix = ""): string {
  return `vvpdeployment.ververica.platform/my-deployment created ${suffix}`.trim();
}
