import type { Stage } from "../stage.ts";

/** Name of the resource in both examples. */
export const name = "my-deployment";

/** What kubectl prints for a deletion. */
export const deleted = `vvpdeployment.ververica.platform "${name}" deleted`;

/** Edits the wanted state as a user would. */
export async function setState(stage: Stage, state: string): Promise<void> {
  const patch = { spec: { deployment: { spec: { state } } } };
  await stage.command(
    `kubectl patch vvpd ${name} --type merge -p '${JSON.stringify(patch)}'`,
    stage.world.kubectl.patch(name, patch),
    `vvpdeployment.ververica.platform/${name} patched`,
  );
}

/** Waits until the resource is gone from the API server and its deployment from the platform. */
export async function gone(stage: Stage): Promise<void> {
  const { world } = stage;
  const rows = () => world.appManager.admin.state().rows.size;
  const isGone = async () => (await world.resource(name)) === undefined && rows() === 0;
  await stage.until(`${name} and its deployment are gone`, 10_000, isGone, () => stage.stateOf(name));
  stage.screen.check("the resource and its deployment on the platform are gone");
  await stage.quiet();
}
