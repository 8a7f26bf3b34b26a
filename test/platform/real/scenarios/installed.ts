import { expect } from "vitest";
import { namespace, type Platform, type UserName } from "../../../../cli/demo/platform.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { untilDefined } from "../../../patience.ts";
import { clientOf, type Reply } from "../../api-server-client.ts";

/** The resources of the examples' namespace. */
export const path = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;

/** Path of one resource. */
export const at = (object: KubeObject) => `${path}/${object.metadata.name}`;

/** A merge patch that sets the record, or with null drops it. */
export const annotated = (value: string | null) => ({ metadata: { annotations: { "weir.dev/record": value } } });

/** A platform with the kinds and policies, and nothing else of Weir. */
export interface Installed {
  /** Requests as somebody; each answer goes into the trace. */
  as(user: UserName): ReturnType<typeof clientOf>;
  /** The same; no answer goes into the trace. */
  quietly(user: UserName): ReturnType<typeof clientOf>;
  /** Sends the same request until it is answered as wanted; no answer goes into the trace. Throws when patience ends. */
  until(send: (as: Installed["as"]) => Promise<Reply>, isWanted: (reply: Reply) => boolean): Promise<void>;
  /** A fresh resource with the record and the finalizer that reconcile wrote. */
  recorded(example: KubeObject): Promise<KubeObject>;
}

/** Requests to a platform; what they are answered is noted. */
export function makeInstalled(platform: Platform, note: (value: unknown) => void): Installed {
  const quietly = (user: UserName) => clientOf(platform, { token: platform.tokenOf(user) });
  const as = (user: UserName) => noting(user, quietly(user), note);
  let count = 0;
  return {
    as,
    quietly,
    until: async (send, isWanted) => {
      let reply: Reply | undefined;
      const once = async () => {
        reply = await send(quietly);
        return isWanted(reply) || undefined;
      };
      await untilDefined(once, 50, () => `not as wanted: ${JSON.stringify(reply?.body)}`);
    },
    recorded: async (example) => {
      count += 1;
      const name = `one-${count}`;
      await as("jane").post(path, { ...example, metadata: { ...example.metadata, name } });
      const metadata = { annotations: { "weir.dev/record": '{"v":1}' }, finalizers: ["weir.dev/finalizer"] };
      const reply = await as("weir-reconcile").patch("merge", `${path}/${name}`, { metadata });
      expect(reply.code).toBe(200);
      return reply.body as KubeObject;
    },
  };
}

function noting(
  user: UserName,
  client: ReturnType<typeof clientOf>,
  note: (value: unknown) => void,
): ReturnType<typeof clientOf> {
  const noted = async (command: unknown, sent: Promise<Reply>) => {
    const { code, body, headers } = await sent;
    note({ user, command, code, warning: headers.get("warning"), body });
    return { code, body, headers };
  };
  return {
    send: (method, to, body, type) => noted([method, to], client.send(method, to, body, type)),
    get: (to) => noted(["GET", to], client.get(to)),
    post: (to, body) => noted(["POST", to], client.post(to, body)),
    put: (to, body) => noted(["PUT", to], client.put(to, body)),
    patch: (type, to, body) => noted(["PATCH", type, to], client.patch(type, to, body)),
    remove: (to, body) => noted(["DELETE", to], client.remove(to, body)),
  };
}
