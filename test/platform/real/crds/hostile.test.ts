import { beforeAll, expect, it } from "vitest";
import { equals } from "../../../../shared/core/diff.ts";
import { hashOf } from "../../../../shared/core/hash.ts";
import { at, type JsonObject } from "../../../../shared/core/json.ts";
import { casesAt, placesBelow, soundWith } from "../../../hostile/flink/cases.ts";
import { ofMetadata } from "../../../hostile/flink/lives.ts";
import { cases } from "../../../hostile/resources/cases.ts";
import { definitions } from "../../../table/flink/flink-rig.ts";
import { home } from "../../../world/world.ts";
import { callApi } from "../control-plane/access.ts";
import { installCrds, makeNamespace } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { startEmbedded } from "./embedded.ts";
import { type Court, openCourt, type Verdict } from "./verdict.ts";

const seed = 1;
const sizes = { vvpdeployments: 300, flinkdeployments: 100, flinksessionjobs: 60, flinkstatesnapshots: 40 } as const;

/** What is sent as it is, and where to. */
interface Sent {
  readonly id: string;
  readonly path: string;
  readonly text: () => string;
}

const pathOf = (group: string, plural: string) => `/apis/${group}/namespaces/${home.namespace}/${plural}?dryRun=All`;
const ofFlink = definitions.map((definition) => {
  const { group, version, plural } = definition.names;
  const all = [...placesBelow("spec", definition), ...ofMetadata].flatMap((place) =>
    casesAt(place, soundWith(definition, place)),
  );
  return { plural, path: pathOf(`${group}/${version}`, plural), all };
});
const corpora = [
  { plural: "vvpdeployments", path: pathOf("ververica.platform/v1", "vvpdeployments"), all: cases },
  ...ofFlink,
];

/** Where the embedded server is known to differ; its README says so. */
const isKnown = (id: string) => / = (objects 5,000 deep|1\.0)$/.test(id);

/** Drawn by the seed: the order of hashes is the same everywhere. */
const sample: readonly Sent[] = corpora.flatMap(({ plural, path, all }) =>
  all
    .filter(({ id }) => !isKnown(id))
    .map((one) => ({ one, rank: hashOf([seed, one.id]) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
    .slice(0, sizes[plural as keyof typeof sizes])
    .map(({ one: { id, text } }) => ({ id: `${plural}: ${id}`, path, text })),
);
const size = sample.length;

/** What a server says to each case, sent as it is, in turn. */
async function said(court: Court): Promise<Verdict[]> {
  const client = openCourt(court);
  try {
    await client.ask("POST", "/api/v1/namespaces", { metadata: { name: home.namespace } });
    const verdicts: Verdict[] = [];
    for (const one of sample) verdicts.push(await client.ask("POST", one.path, one.text() || " "));
    return verdicts;
  } finally {
    await client.close();
  }
}

/** What is stored, in the words of either; a server that keeps text in UTF-8 has no half of a surrogate pair. */
function kept({ body }: Verdict): JsonObject {
  const { labels, annotations, finalizers } = body.metadata as JsonObject;
  const text = JSON.stringify({ labels, annotations, finalizers, spec: body.spec });
  return JSON.parse(text.replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, "\ufffd")) as JsonObject;
}

describeReal(`hostile resources, ${size} by seed ${seed}`, () => {
  let real: readonly Verdict[];
  let embedded: readonly Verdict[];
  beforeAll(async () => {
    const address = controlPlane();
    await installCrds(address);
    // The namespace of the examples may be there, from another file; nothing is stored in it, so that it may stay.
    const { body } = await callApi(address, "GET", `/api/v1/namespaces/${home.namespace}`);
    if (at(body, "status", "phase") !== "Active") await makeNamespace(address, home.namespace);
    real = await said({ ...address, token: address.tokens.admin });
    const server = await startEmbedded();
    embedded = await said({ url: server.url, token: "admin" });
    await server.close();
  }, 240_000);

  const differing = (differ: (real: Verdict, embedded: Verdict) => boolean) =>
    sample.flatMap(({ id }, index) => {
      const [one, other] = [real[index] as Verdict, embedded[index] as Verdict];
      return differ(one, other) ? [`${id}: ${one.code} ${one.message} | ${other.code} ${other.message}`] : [];
    });

  it("are accepted and refused alike by kube-apiserver and the embedded API server (S10)", () => {
    expect(differing((one, other) => one.code !== other.code)).toEqual([]);
    expect(real.filter(({ code }) => code < 300).length).toBeGreaterThan(size / 10);
  });

  it("are kept alike: what is pruned, dropped and left", () => {
    const accepted = (one: Verdict, other: Verdict) => one.code < 300 && other.code < 300;
    expect(differing((one, other) => accepted(one, other) && !equals(kept(one), kept(other)))).toEqual([]);
  });
});
