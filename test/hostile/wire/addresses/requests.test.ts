import { describe, expect, it } from "vitest";
import type { WireRequest } from "../../../../shared/adapters/http.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { World } from "../../../world/world.ts";
import { findings } from "../hostile.ts";
import { resource } from "../worlds.ts";
import { segmentCases } from "./segments.ts";

/** Where a user's text may stand, and the patch of the example that puts it there. */
const places: Readonly<Record<string, (text: string) => JsonObject>> = {
  "the platform's namespace": (namespace) => ({ spec: { deployment: { metadata: { namespace } } } }),
  "the deployment's name": (name) => ({ spec: { deployment: { metadata: { name } } } }),
  "the deployment target": (deploymentTargetName) => deploymentSpec({ deploymentTargetName }),
  "a jarUri": (jarUri) => deploymentSpec({ template: { spec: { artifact: { kind: "JAR", jarUri } } } }),
  "an external savepoint": (savepointLocation) => ({ spec: { initialSavepointSpec: { savepointLocation } } }),
  "the Secret's name": (apikeySecretName) => ({ metadata: { annotations: { apikeySecretName } } }),
};

/** Every path that the adapter has; a user's text may fill one segment, or the query of a list of savepoints. */
const paths =
  /^\/api\/v1\/namespaces\/[^/?#\s]+\/(deployments(\/[^/?#\s]+)?|events|savepoints(\?deploymentId=[^&#\s]+)?)$/;

describe("a user's text in a request to the platform", () => {
  it.each(Object.keys(places))("%s leads nowhere else (S3, D13)", async (place) => {
    const wrong = await findings(segmentCases, async ({ text }) => {
      const sent = await requestsOf((places[place] as (text: string) => JsonObject)(text));
      return sent.flatMap(({ url, headers }) => [
        ...(paths.test(url) && new URL(url, "http://host.example").pathname === url.split("?", 1)[0] ? [] : [url]),
        ...Object.values(headers).filter((value) => /[^\t\x20-\x7e]/.test(value)),
      ]);
    });
    expect(wrong).toEqual([]);
  });
});

/** What leaves for the platform in two looks at a resource. */
async function requestsOf(patch: JsonObject): Promise<WireRequest[]> {
  const world = new World();
  const sent: WireRequest[] = [];
  world.way.through = (usual) => ({
    ...usual,
    send: (request, signal) => {
      sent.push(request);
      return usual.send(request, signal);
    },
  });
  world.boot();
  world.cluster.create(vvpDeployment("PATCH", patch));
  for (let look = 0; look < 2; look += 1) await world.pass(resource.name);
  return sent;
}
