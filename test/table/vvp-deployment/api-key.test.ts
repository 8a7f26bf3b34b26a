import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import type { JsonObject } from "../../../shared/core/json.ts";
import type { SecretData } from "../../../shared/core/secret.ts";
import { admitByKey } from "../../../shared/engine/admit.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { example, settings } from "./admission-rig.ts";
import { changed } from "./rule-rows.ts";

const sound = example("vvp-minimal-patch");
const secret = "the Secret my-deploy-namespace/my-vvp-apikey";
const path = 'metadata.annotations["apikeySecretName"]';
const named = (name: string | undefined) =>
  changed(sound, { "metadata.annotations": name === undefined ? undefined : { apikeySecretName: name } });
const canary = "c4naryc4nary";

interface Row {
  readonly name: string;
  readonly why: string;
  readonly object?: object;
  readonly oldObject?: object;
  /** What the Secret holds; undefined: there is none. */
  readonly data?: SecretData;
  /** Why it cannot be read. */
  readonly fails?: OperatorError;
  /** Names of Secrets that are read. */
  readonly reads: readonly string[];
  readonly denied?: string;
  readonly warns?: string;
}

const one = ["my-deploy-namespace/my-vvp-apikey"];
const token = { token: canary };
const edited = changed(sound, { "spec.deployment.spec.state": "SUSPENDED" });

const rows: readonly Row[] = [
  { name: "a token", why: "R13: the documented key", data: token, reads: one },
  { name: "a token beside other keys", why: "AMB-30: token comes first", data: { ...token, other: "x" }, reads: one },
  { name: "one key of another name", why: "AMB-30: else the only key", data: { apiKey: canary }, reads: one },
  {
    name: "no Secret",
    why: "R14: the user hears of it before the resource exists",
    reads: one,
    denied: `${secret} does not exist; create it with the API token under the key "token"`,
  },
  {
    name: "two keys, none the token",
    why: "AMB-30: no guess",
    data: { a: canary, b: canary },
    reads: one,
    denied: `${secret} has 2 keys and none is called "token"; put the API token under "token"`,
  },
  {
    name: "no keys",
    why: "AMB-30",
    data: {},
    reads: one,
    denied: `${secret} has 0 keys and none is called "token"; put the API token under "token"`,
  },
  {
    name: "blanks",
    why: "AMB-30: not empty",
    data: { token: " \n" },
    reads: one,
    denied: `the key "token" of ${secret} is empty; put the API token there`,
  },
  {
    name: "no annotation",
    why: "R13, AMB-30: the check is on, so that a platform without authentication switches it off",
    object: named(undefined),
    reads: [],
    denied: "is required: name the Secret of this namespace that holds the platform's API token",
  },
  {
    name: "an annotation that is no name",
    why: "a path must not be made of it",
    object: named("../kube-system/secrets/other"),
    reads: [],
    denied: "is no name that a Secret can have",
  },
  {
    name: "no right to read it",
    why: "AMB-30: fail open, an installation's fault stops nobody's work",
    fails: new OperatorError("Denied", "the API server answered 403 to get secrets"),
    reads: one,
    warns: "the API key was not checked: the API server answered 403 to get secrets",
  },
  {
    name: "a slow API server",
    why: "AMB-30: fail open",
    fails: new OperatorError("Unavailable", "the API server did not answer: time-out"),
    reads: one,
    warns: "the API key was not checked: the API server did not answer: time-out",
  },
  {
    name: "an edit whose Secret went away",
    why: "stopping a job must not wait for a Secret",
    object: edited,
    oldObject: sound,
    reads: one,
    warns: `${secret} does not exist; create it with the API token under the key "token"`,
  },
  {
    name: "an edit that names another Secret",
    why: "R14: this change is what is wrong",
    object: named("other"),
    oldObject: sound,
    reads: ["my-deploy-namespace/other"],
    denied: 'the Secret my-deploy-namespace/other does not exist; create it with the API token under the key "token"',
  },
  {
    name: "an edit that takes the annotation away",
    why: "R13: the platform would refuse every call",
    object: named(undefined),
    oldObject: sound,
    reads: [],
    denied: "is required: name the Secret of this namespace that holds the platform's API token",
  },
  {
    name: "an edit of a resource that never named one",
    why: "it was made while the check was off",
    object: changed(named(undefined), { "spec.deployment.spec.state": "SUSPENDED" }),
    oldObject: named(undefined),
    reads: [],
  },
  ...[7, {}, { toString: 1 }].map((namespace) => ({
    name: `a namespace that is no text: ${JSON.stringify(namespace)}`,
    why: "S10: no path can be made of it; it ended in a TypeError in the log, and the resource was let in",
    object: changed(sound, { "metadata.namespace": namespace }),
    reads: [],
    denied: "rules",
  })),
  {
    name: "what the rules deny",
    why: "one answer at a time, and no read for nothing",
    object: changed(sound, { "spec.syncingMode": "PUT", "spec.deployment.spec.template.metadata": undefined }),
    reads: [],
    denied: "rules",
  },
];

describe("the API key of a resource under review", () => {
  it.each(rows)("$name ($why)", async ({ object = sound, oldObject, data, fails, reads, denied, warns }) => {
    const seen: string[] = [];
    const read = async (namespace: string, name: string) => {
      seen.push(`${namespace}/${name}`);
      if (fails !== undefined) throw fails;
      return data;
    };
    const kind = { group: "ververica.platform", version: "v1", kind: "VvpDeployment" };
    const operation = oldObject === undefined ? "CREATE" : "UPDATE";
    const request = { uid: "1", kind, operation, object, oldObject: oldObject ?? null } as unknown as JsonObject;
    const body = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
    const answer = await admitByKey(kinds, { settings, preview: false }, body, read);
    const { response } = (answer.ok ? answer.review : {}) as { response?: { status?: object; warnings?: string[] } };
    expect(seen).toEqual(reads);
    if (denied === "rules") expect(response).toMatchObject({ allowed: false });
    else if (denied === undefined)
      expect(response).toEqual({ uid: "1", allowed: true, ...(warns && { warnings: [`${path}: ${warns}`] }) });
    else expect(response?.status).toMatchObject({ code: 422, message: `${path}: ${denied}` });
    expect(JSON.stringify(answer)).not.toContain(canary);
  });
});
