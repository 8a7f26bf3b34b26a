import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installCrds, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { type Place, send, startEmbedded } from "./place.ts";
import { observe } from "./subject.ts";
import { facts } from "./writes.ts";

const resources = "/apis/ververica.platform/v1/namespaces/default/vvpdeployments";
const nothing = () => Promise.resolve({ status: 200, headers: {}, body: null });

async function startReal(): Promise<Place> {
  const address = controlPlane();
  await installCrds(address);
  return { address, close: () => wipe(address) };
}

const places = { "kube-apiserver": startReal, "the embedded API server": startEmbedded };

describeReal.each(Object.entries(places))("on %s", (_, start) => {
  let place: Place;

  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place?.close());

  describe.each(Object.entries(facts))("%s:", (_, rows) => {
    it.each(rows)("$name ($why)", async ({ name, of = "vvpdeployment", write, before = nothing, expected }) => {
      const observed = await observe(place, of, name.toLowerCase().replaceAll(/[^a-z]+/g, "-"), write, before);
      expect(observed).toEqual(expected);
    });
  });

  it("names in a 404 the object that is gone, which a resource that is not served has none of", async () => {
    const { status, body } = await send(place, "PATCH", `${resources}/nobody/status`, {}, "merge-patch+json");
    expect([status, body]).toMatchObject([404, { kind: "Status", reason: "NotFound", details: { name: "nobody" } }]);
  });
});
