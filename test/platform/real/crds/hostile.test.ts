import { beforeAll, expect, it } from "vitest";
import { equals } from "../../../../shared/core/diff.ts";
import { hashOf } from "../../../../shared/core/hash.ts";
import { at, type JsonObject } from "../../../../shared/core/json.ts";
import { cases, type HostileCase } from "../../../hostile/resources/cases.ts";
import { home } from "../../../world/world.ts";
import { callApi } from "../control-plane/access.ts";
import { installCrds, makeNamespace } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { startEmbedded } from "./embedded.ts";
import { type Court, openCourt, type Verdict } from "./verdict.ts";

const seed = 1;
const size = 300;
const path = `/apis/ververica.platform/v1/namespaces/${home.namespace}/vvpdeployments?dryRun=All`;

/** Where the embedded server is known to differ; its README says so. */
const isKnown = ({ id }: HostileCase) => / = (objects 5,000 deep|1\.0)$/.test(id);

/** Drawn by the seed: the order of hashes is the same everywhere. */
const sample = cases
  .filter((one) => !isKnown(one))
  .map((one) => ({ one, rank: hashOf([seed, one.id]) }))
  .sort((left, right) => (left.rank < right.rank ? -1 : 1))
  .slice(0, size)
  .map(({ one }) => one);

/** What a server says to each case, sent as it is, in turn. */
async function said(court: Court): Promise<Verdict[]> {
  const client = openCourt(court);
  try {
    await client.ask("POST", "/api/v1/namespaces", { metadata: { name: home.namespace } });
    const verdicts: Verdict[] = [];
    for (const one of sample) verdicts.push(await client.ask("POST", path, one.text() || " "));
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
