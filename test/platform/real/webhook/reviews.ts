import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { callApi, runKubectl, serviceAccountToken } from "../control-plane/access.ts";
import { probe, readCustody } from "./custody.ts";
import { doubtful, doubts, foretold, good, pathOf, trap, trapped } from "./objects.ts";
import type { Rig } from "./rig.ts";

const denied = `admission webhook "validate.weir.dev" denied the request: ${trapped}\n`;

const applied = [
  {
    name: "a good resource",
    why: "the user reads what is going to happen",
    object: good("good"),
    args: [],
    says: { code: 0, stdout: "vvpdeployment.ververica.platform/good created\n", stderr: foretold },
    reviews: 1,
    stored: true,
  },
  {
    name: "a resource with a trap that only the function sees",
    why: "denied with the words of the rule",
    object: trap("trap"),
    args: [],
    says: { code: 1, stdout: "", stderr: `The request is invalid: error when creating "STDIN": ${denied}` },
    reviews: 1,
    stored: false,
  },
  {
    name: "a doubtful resource",
    why: "accepted, and the user is told",
    object: doubtful("doubtful"),
    args: [],
    says: {
      code: 0,
      stdout: "vvpdeployment.ververica.platform/doubtful created\n",
      stderr: `Warning: ${doubts}\n${foretold}`,
    },
    reviews: 1,
    stored: true,
  },
  {
    name: "a doubtful resource, in a dry run",
    why: "sideEffects is None, so that the function is asked and nothing happens",
    object: doubtful("dry"),
    args: ["--dry-run=server"],
    says: {
      code: 0,
      stdout: "vvpdeployment.ververica.platform/dry created (server dry run)\n",
      stderr: `Warning: ${doubts}\n${foretold}`,
    },
    reviews: 1,
    stored: false,
  },
  {
    name: "a resource with a trap, in a dry run",
    why: "a dry run says what a real one would",
    object: trap("dry-trap"),
    args: ["--dry-run=server"],
    says: { code: 1, stdout: "", stderr: `The request is invalid: error when creating "STDIN": ${denied}` },
    reviews: 1,
    stored: false,
  },
  {
    name: "what a policy refuses",
    why: "it costs no review",
    object: { ...good("unowned"), metadata: { ...good("unowned").metadata, labels: {} } },
    args: [],
    says: { code: 1, stdout: "", stderr: expect.stringContaining("ValidatingAdmissionPolicy 'weir-vvpdeployments'") },
    reviews: 0,
    stored: false,
  },
  {
    name: "what the schema refuses",
    why: "it costs no review",
    object: { ...good("bad"), spec: { ...(good("bad").spec as object), syncingMode: "POST" } },
    args: [],
    says: { code: 1, stdout: "", stderr: expect.stringContaining('Unsupported value: "POST"') },
    reviews: 0,
    stored: false,
  },
];

const merge = "application/merge-patch+json";
type Call = { method: string; path: string; type?: string; body?: object };
type Stored = ReturnType<typeof good>;

/** One write to a stored resource; `as` is an account of weir-system, absent for a user. */
interface Write {
  readonly name: string;
  readonly why: string;
  readonly as?: string;
  readonly call: (stored: Stored) => Call;
  readonly reviews: number;
}

const patch = (body: object, path = pathOf("written")): Call => ({ method: "PATCH", path, type: merge, body });

const writes: readonly Write[] = [
  {
    name: "Weir's record and finalizer",
    why: "it need not ask itself",
    as: "weir-reconcile",
    call: () => patch({ metadata: { annotations: { "weir.dev/record": "{}" }, finalizers: ["weir.dev/finalizer"] } }),
    reviews: 0,
  },
  {
    name: "Weir's status",
    why: "a view, never an input",
    as: "weir-refresh",
    call: () => patch({ status: { actualState: "RUNNING" } }, `${pathOf("written")}/status`),
    reviews: 0,
  },
  {
    name: "the same again",
    why: "what was right can not have become wrong",
    call: (stored) => ({ method: "PUT", path: pathOf("written"), body: stored }),
    reviews: 0,
  },
  {
    name: "another finalizer",
    why: "no rule looks at it",
    call: () => patch({ metadata: { finalizers: ["weir.dev/finalizer", "example.com/mine"] } }),
    reviews: 0,
  },
  {
    name: "a label",
    why: "the owner label is a rule",
    call: () => patch({ metadata: { labels: { a: "b" } } }),
    reviews: 1,
  },
  {
    name: "an annotation",
    why: "some of ours are looked at",
    call: () => patch({ metadata: { annotations: { a: "b" } } }),
    reviews: 1,
  },
  {
    name: "the spec",
    why: "most rules are about it",
    call: () => patch({ spec: { deployment: { spec: { state: "RUNNING" } } } }),
    reviews: 1,
  },
  {
    name: "a deletion",
    why: "it must never hang on a review",
    call: () => ({ method: "DELETE", path: pathOf("written") }),
    reviews: 0,
  },
  {
    name: "a label of what is going away",
    why: "nobody works on it any more",
    call: () => patch({ metadata: { labels: { a: "c" } } }),
    reviews: 0,
  },
  {
    name: "the last finalizer",
    why: "it would stay for ever",
    call: () => patch({ metadata: { finalizers: null } }),
    reviews: 0,
  },
];

let fences = 0;

/** Has a probe reviewed and waits until admission's log, which comes through a pipe, tells of it; gives its name. */
async function fence({ plane, reviews }: Rig): Promise<string> {
  fences += 1;
  const name = `fence-${fences}`;
  expect(await probe(plane, name)).toBe("denied");
  await expect.poll(reviews).toContain(name);
  return name;
}

/** Names of the resources that are reviewed while `act` runs. */
async function reviewsOf(rig: Rig, act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await fence(rig);
  await act();
  const after = await fence(rig);
  const all = rig.reviews();
  return all.slice(all.indexOf(before) + 1, all.indexOf(after));
}

/** A webhook that works. */
export function describeReviews(rig: () => Rig): void {
  describe("the certificate", () => {
    it("is made, stored and trusted without anybody's help", async () => {
      const { type, data, bundle, service } = await readCustody(rig().plane);
      expect(type).toBe("kubernetes.io/tls");
      expect(Object.keys(data).sort()).toEqual(["ca.crt", "tls.crt", "tls.key"]);
      expect(bundle).toBe(data["ca.crt"]);
      expect(service).toEqual({ name: "weir-front", namespace: "weir-system", path: "/validate", port: 443 });
      expect(new X509Certificate(data["tls.crt"] ?? "").subjectAltName).toBe("DNS:weir-front.weir-system.svc");
    });
  });

  describe("kubectl apply", () => {
    it.each(applied)("$name: $why", async ({ object, args, says, reviews, stored }) => {
      const { plane, missed } = rig();
      const { name } = object.metadata;
      const since = missed();
      const apply = ["apply", ...args, "-f", "-"];
      const asked = await reviewsOf(rig(), async () => {
        expect(await runKubectl(plane, apply, { input: JSON.stringify(object) })).toEqual(says);
      });
      expect(asked).toEqual(Array(reviews).fill(name));
      expect((await callApi(plane, "GET", pathOf(name))).status).toBe(stored ? 200 : 404);
      expect(since()).toEqual([]);
    });

    it("of the same again asks nobody, and a change that is denied changes nothing", async () => {
      const { plane } = rig();
      const apply = (object: object) => runKubectl(plane, ["apply", "-f", "-"], { input: JSON.stringify(object) });
      const read = async () => (await callApi(plane, "GET", pathOf("good"))).body;
      const stored = await read();
      const asked = await reviewsOf(rig(), async () => {
        expect((await apply(good("good"))).stdout).toBe("vvpdeployment.ververica.platform/good unchanged\n");
      });
      expect(asked).toEqual([]);
      const { code, stderr } = await apply(trap("good"));
      expect([code, stderr.endsWith(`error when patching "STDIN": ${denied}`)]).toEqual([1, true]);
      expect(await read()).toEqual(stored);
    });
  });

  describe("a write", () => {
    it.each(writes)("of $name is reviewed $reviews times: $why", async ({ as, call, reviews }) => {
      const { plane } = rig();
      if (call === writes[0]?.call) await callApi(plane, "POST", pathOf(), { body: good("written") });
      const stored = (await callApi(plane, "GET", pathOf("written"))).body as Stored;
      const { method, path, ...request } = call(stored);
      const token = as === undefined ? {} : { token: await serviceAccountToken(plane, "weir-system", as) };
      const asked = await reviewsOf(rig(), async () => {
        expect((await callApi(plane, method, path, { ...request, ...token })).status).toBe(200);
      });
      expect(asked).toEqual(Array(reviews).fill("written"));
    });
  });
}
