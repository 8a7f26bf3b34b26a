import { randomUUID } from "node:crypto";
import type { WorldOptions } from "../../../../cli/demo/world.ts";
import { clientOf } from "../../api-server-client.ts";
import { startWiretap, type Wiretap } from "../../wiretap.ts";
import type { Play, Recorded } from "./play.ts";

/** The Secret of the examples. */
export const secretPath = "/api/v1/namespaces/my-deploy-namespace/secrets/my-vvp-apikey";

/** A secret that is easily told from anything else, and that looks different in each encoding. */
export function makeCanary(name: string): string {
  return `canary+${name}/${randomUUID()}==`;
}

/** A world with canaries for secrets, and a wiretap before its AppManager. */
export interface Tapped extends Recorded {
  readonly tap: Wiretap;
}

/**
 * A world whose API token is a canary, and whose Secret holds another value that nobody needs.
 *
 * Guarantees: the search for them at the end of the world has to find the one on the way to AppManager, where it belongs,
 * and the other in the Secret.
 */
export async function startTapped(play: Play, options: Omit<WorldOptions, "startPlatform"> = {}): Promise<Tapped> {
  let tap: Wiretap | undefined;
  const recorded = await play.world({
    ...options,
    env: { WEIR_LOG_LEVEL: "debug", ...options.env },
    token: makeCanary("token"),
    beforeAppManager: async (url) => {
      tap = await startWiretap(url);
      return tap;
    },
  });
  if (tap === undefined) throw new Error("nothing stands before AppManager");
  const heard = tap.heard;
  recorded.guard("the token in a header", `Bearer ${recorded.world.appManager.token}`, heard);
  const password = makeCanary("password");
  await changeSecret(recorded, { password });
  recorded.guard("the other value of the Secret", password, () => Buffer.from(password).toString("base64"));
  return { ...recorded, tap };
}

/** Changes values of the Secret, as its administrator. */
export async function changeSecret({ world }: Recorded, values: Readonly<Record<string, string>>): Promise<void> {
  const admin = clientOf(world.platform, { token: world.platform.tokenOf("admin") });
  const data = Object.entries(values).map(([key, text]) => [key, Buffer.from(text).toString("base64")]);
  const { code } = await admin.patch("merge", secretPath, { data: Object.fromEntries(data) });
  if (code !== 200) throw new Error(`the Secret could not be changed: ${code}`);
}
