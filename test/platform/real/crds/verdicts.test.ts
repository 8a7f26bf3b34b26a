import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { JsonObject } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { kinds, type RegisteredKind } from "../../../../shared/kinds/index.ts";
import { usualSettings } from "../../../builders/settings.ts";
import { serviceAccountToken } from "../control-plane/access.ts";
import { installAccounts, installCrds, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { schema } from "./bases.ts";
import { constraintsOf } from "./constraints.ts";
import { startEmbedded } from "./embedded.ts";
import { judge, judgeRules, prepare, schemaProbes, untried } from "./probe-run.ts";
import { type RuleProbe, ruleProbes, shapeProbes } from "./rule-probes.ts";
import { namespace } from "./samples.ts";
import { openCourt, type Verdict, wordsOf } from "./verdict.ts";

const [kind] = kinds as readonly [RegisteredKind];
const decided = [...ruleProbes, ...shapeProbes];

interface Said {
  readonly schema: readonly Verdict[];
  readonly rules: readonly Verdict[];
}

async function said({ url, ca }: { readonly url: string; readonly ca?: string }, admin: string, reconcile: string) {
  const [court, weir] = [admin, reconcile].map((token) => openCourt({ url, token, ...(ca !== undefined && { ca }) }));
  if (court === undefined || weir === undefined) throw new Error("there is no court");
  try {
    await prepare(court);
    return { schema: await judge(court, schemaProbes), rules: await judgeRules(court, weir, decided) };
  } finally {
    await Promise.all([court.close(), weir.close()]);
  }
}

const isAccepted = ({ code }: Verdict) => code < 300;
const nameOf = ({ rule, name }: RuleProbe) => `${rule}, ${name}`;

/** What the pass and the admission function would find in what a server was sent, or in what it kept of it. */
function violationsOf(object: JsonObject, before?: JsonObject): string[] {
  const review = {
    object: object as unknown as KubeObject,
    ...(before !== undefined && { oldObject: before as unknown as KubeObject }),
    settings: usualSettings,
  };
  return kind.validate(review).map(({ path }) => path);
}

describeReal("the schema and the rules", () => {
  let real: Said;
  let embedded: Said;
  beforeAll(async () => {
    const address = controlPlane();
    await installCrds(address);
    await installAccounts(address);
    const token = await serviceAccountToken(address, "weir-system", "weir-reconcile");
    real = await said(address, address.tokens.admin, token);
    const server = await startEmbedded();
    try {
      embedded = await said(server, "admin", "reconcile");
    } finally {
      await server.close();
    }
  });
  afterAll(() => wipe(controlPlane(), [namespace]));

  it("are all tried by something that is accepted and something that is rejected", () => {
    expect(untried()).toEqual([]);
    const ofSchema = constraintsOf(schema).filter(({ keyword }) => keyword === "x-kubernetes-validations");
    const inRows = kind.rules.filter(({ cel }) => cel?.layer === "schema").map(({ cel }) => cel?.expression);
    expect(ofSchema.map(({ value }) => (value as JsonObject).rule).sort()).toEqual(inRows.sort());
    const tried = (accepted: boolean) =>
      new Set(ruleProbes.filter((one) => one.accepted === accepted).map(({ rule }) => rule));
    const wanted = [...kind.rules.filter(({ cel }) => cel !== undefined).map(({ name }) => name), "weir-record"].sort();
    expect([[...tried(true)].sort(), [...tried(false)].sort()]).toEqual([wanted, wanted]);
  });

  it("have a rejection for every validation of every policy", () => {
    const folder = join(import.meta.dirname, "../../../../crds/policies");
    // Those of Flink's kinds are tried by their own rows, in flink.test.ts.
    const policies = readdirSync(folder).filter((name) => name.endsWith(".yaml") && !name.startsWith("flink."));
    const messages = policies
      .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), "utf8")))
      .map((document) => document.toJS())
      .flatMap(({ spec }) => spec.validations ?? [])
      .map(({ message }) => message as string);
    const heard = real.rules.map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(2);
    expect(messages.filter((message) => !heard.some((one) => one.includes(message)))).toEqual([]);
  });

  it("decide each object as they say, and name the field", () => {
    const wrong = schemaProbes.filter(({ accepted, field, says }, index) => {
      const verdict = real.schema[index] as Verdict;
      if (accepted || isAccepted(verdict)) return accepted !== isAccepted(verdict);
      return !verdict.findings.some((one) => one.field === field && says?.test(one.message) === true);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const verdicts = decided.map((probe, index) => ({ probe, accepted: isAccepted(real.rules[index] as Verdict) }));
    expect(
      verdicts.filter(({ probe, accepted }) => probe.accepted !== accepted).map(({ probe }) => nameOf(probe)),
    ).toEqual([]);
  });

  it("decide alike, in the same words, on the embedded API server", () => {
    expect(embedded.schema.map(wordsOf)).toEqual(real.schema.map(wordsOf));
    expect(embedded.rules.map(wordsOf)).toEqual(real.rules.map(wordsOf));
  });

  it("are agreed to by the pass, field for field", () => {
    const differing = schemaProbes.filter(({ object, accepted, field, toStatus }, index) => {
      if (toStatus) return false;
      const { body } = real.schema[index] as Verdict;
      if (accepted) return violationsOf(body).length > 0;
      return !violationsOf(object).includes(field.replaceAll(/\[(\d+)\]/g, ".$1"));
    });
    expect(differing.map(({ name }) => name)).toEqual([]);
  });

  it.each(kind.rules.filter(({ cel }) => cel !== undefined))("$name is agreed to by the pass", ({ name, path }) => {
    const probes = decided.map((probe, index) => ({ ...probe, verdict: real.rules[index] as Verdict }));
    for (const { accepted, object, before, verdict } of probes.filter(({ rule }) => rule === name)) {
      const found = violationsOf(accepted ? verdict.body : object, before);
      if (accepted) expect(found).toEqual([]);
      else expect(found).toContain(path);
    }
  });

  it("are worded for who reads them", async () => {
    const rejected = decided.flatMap((probe, index) =>
      probe.accepted ? [] : [`${nameOf(probe)}\n  ${wordsOf(real.rules[index] as Verdict)}\n`],
    );
    await expect(rejected.join("\n")).toMatchFileSnapshot("golden/rejections.txt");
  });
});
