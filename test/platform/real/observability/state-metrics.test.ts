import { afterAll, beforeAll, expect, it } from "vitest";
import { stateResources } from "../../../../crds/observability/state-metrics.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { alarms } from "../../../golden/observability/alarms.ts";
import { lives } from "../../../golden/observability/lives.ts";
import type { Element } from "../../../golden/observability/promql.ts";
import { seriesOf } from "../../../golden/observability/state-series.ts";
import { callApi } from "../control-plane/access.ts";
import { installCrds, makeNamespace, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { readExposed } from "./exposed.ts";
import { type StateMetrics, startStateMetrics } from "./start-state-metrics.ts";

const namespace = "observed";

/** Puts a life's resource onto the API server under the life's name, with its status; gives it as it is stored. */
async function place(name: string, object: KubeObject): Promise<KubeObject> {
  const { apiVersion = "", kind = "", metadata, spec, status } = object;
  const { labels = {}, annotations = {} } = metadata;
  const collection = `/apis/${apiVersion}/namespaces/${namespace}/${kind.toLowerCase()}s`;
  const made = await callApi(controlPlane(), "POST", collection, {
    body: { apiVersion, kind, metadata: { name, labels, annotations }, spec },
  });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  if (status === undefined) return made.body as KubeObject;
  const written = await callApi(controlPlane(), "PATCH", `${collection}/${name}/status`, {
    body: { status },
    type: "application/merge-patch+json",
  });
  expect([written.status, written.body]).toEqual([200, expect.anything()]);
  return written.body as KubeObject;
}

const named = (series: readonly Element[], name: string) => series.filter(({ labels }) => labels.resourcename === name);
const inOrder = (series: readonly Element[]) =>
  series.map(({ labels, value }) => JSON.stringify([Object.entries(labels).sort(), value])).sort();

describeReal("kube-state-metrics with the shipped configuration and rights", () => {
  const stored = new Map<string, KubeObject>();
  let metrics: StateMetrics;

  beforeAll(async () => {
    await installCrds(controlPlane());
    await makeNamespace(controlPlane(), namespace);
    for (const { name, live } of lives) stored.set(name, await place(name, await live()));
    metrics = await startStateMetrics(controlPlane(), namespace);
  });
  afterAll(async () => {
    await metrics?.close();
    await wipe(controlPlane(), [namespace]);
  });

  it.each(lives)("exposes of what is $name just what the tests of the rules take for it ($why)", async ({ name }) => {
    const expected = seriesOf(stateResources, stored.get(name) ?? {});
    expect(expected.length).toBeGreaterThan(1);
    await expect.poll(async () => inOrder(named(await metrics.scrape(), name))).toEqual(inOrder(expected));
  });

  it.each(lives)("lets fire over what is $name: $alarms ($why)", async ({ name, alarms: expected }) => {
    const about = (some: readonly Element[]) => alarms(some, 40).filter(({ labels }) => labels.resourcename === name);
    const firing = about(await metrics.scrape());
    expect(firing.map(({ alert }) => alert)).toEqual(expected);
    if (expected.includes("FlinkJobFailed"))
      expect(firing[0]?.annotations.summary).toBe(`Flink job ${name} is in FAILED state`);
  });
});

it.each([
  { text: 'a{b="c"} 1\n', series: [{ labels: { __name__: "a", b: "c" }, value: 1 }], why: "a label" },
  { text: "# TYPE a gauge\na 1e+06\n", series: [{ labels: { __name__: "a" }, value: 1_000_000 }], why: "no label" },
  {
    text: 'a{b="x\\"y\\n",c=""} 0',
    series: [{ labels: { __name__: "a", b: 'x"y\n', c: "" }, value: 0 }],
    why: "escapes",
  },
  { text: "", series: [], why: "nothing is exposed yet" },
])("what is exposed is read: $why", ({ text, series }) => expect(readExposed(text)).toEqual(series));

it("what is exposed in no known format is refused", () => {
  expect(() => readExposed("<html></html>")).toThrow("no series: <html></html>");
});
