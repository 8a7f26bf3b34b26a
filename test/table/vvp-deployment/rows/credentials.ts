import { example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, record, unlinked } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { asking, blind, one, secret } from "./outage-parts.ts";

/** The Secret holds a token of another namespace from now on. */
function exchangeToken({ admin, cluster }: World): void {
  admin.createToken({ namespace: "another", role: "editor", secret: "elsewhere" });
  cluster.secrets.set(secret, { token: "elsewhere" });
}

/** A look with the exchanged token, so many seconds after the resource was at rest. */
function forbidden(since: number) {
  return {
    rule: "await-backend",
    end: "settled",
    calls: ["api get", "api secret my-vvp-apikey", "platform GET default/deployment-1 403", "api patch status"],
    status: blind(
      "AuthenticationFailed",
      `${asking} 403 to ${one}: The API token is not valid in namespace 'default'. (the token is that of the Secret ${secret})`,
      since,
    ),
    record: "same",
  } as const;
}

/** The token of a resource, and the Secret that it comes from (R13, F14). */
export const credentialRows: readonly Row[] = [
  {
    name: "a token for another namespace",
    why: "403 is about access, not about the deployment",
    given: "PATCH",
    steps: [
      {
        when: "the token is exchanged for one of another namespace",
        act: exchangeToken,
        after: 70_000,
        ...forbidden(70),
      },
    ],
  },
  {
    name: "another Secret by the annotation",
    why: "AMB-27: the very next call carries its token, and the deployment is the same",
    given: "PATCH",
    steps: [
      {
        when: "the annotation names another Secret, and the first token is revoked",
        act: (world) => {
          world.admin.createToken({ namespace: "default", role: "editor", secret: "another" });
          world.cluster.secrets.set("my-deploy-namespace/another-apikey", { token: "another" });
          world.cluster.edit("my-deployment", { metadata: { annotations: { apikeySecretName: "another-apikey" } } });
          world.admin.revokeToken("token-of-the-tests");
        },
        after: 10_000,
        rule: "rest",
        end: "settled",
        calls: [
          "api get",
          "api secret another-apikey",
          looks[1],
          { "api patch": { record: record({ input: "input-2" }) } },
        ],
        status: "same",
        record: record({ input: "input-2" }),
      },
    ],
  },
  {
    name: "another token in the same Secret while the old one still holds",
    why: "AMB-27: the Secret is read again once its token is a minute old, and not before",
    given: "PATCH",
    steps: [
      {
        when: "the Secret holds a token of another namespace, a second before the minute is over",
        act: exchangeToken,
        after: 59_000,
        rule: "rest",
        end: "settled",
        calls: looks,
        status: "same",
        record: "same",
      },
      {
        when: "the minute is over",
        after: 1_000,
        ...forbidden(60),
      },
    ],
  },
  {
    name: "a Secret that is not there yet",
    why: "nothing is sent without it; the resource is created when it comes",
    steps: [
      {
        when: "the resource is applied before its Secret",
        act: (world) => {
          world.cluster.secrets.clear();
          world.cluster.create(example("PATCH"));
        },
        rule: "await-backend",
        end: "settled",
        calls: ["api get", "api secret my-vvp-apikey", "api patch status"],
        status: unlinked({
          fields: { observedGeneration: null },
          conditions: {
            Consistent: `Unknown/AuthenticationFailed 0 the Secret ${secret} does not exist; create it with the API token under the key "token"`,
          },
        }),
        record: null,
      },
      {
        when: "nothing changes",
        rule: "await-backend",
        end: "settled",
        calls: ["api get", "api secret my-vvp-apikey"],
        status: "same",
        record: null,
      },
    ],
  },
  {
    name: "a resource that names no Secret",
    why: "the call goes out without a token and the platform says what it thinks of that",
    steps: [
      {
        when: "it is applied without the annotation",
        act: (world) =>
          world.cluster.create(vvpDeployment("PATCH", { metadata: { annotations: { apikeySecretName: null } } })),
        rule: "await-backend",
        end: "settled",
        calls: ["api get", "platform GET default/my-deployment 401", "api patch status"],
        status: unlinked({
          fields: { observedGeneration: null },
          conditions: {
            Consistent:
              "Unknown/AuthenticationFailed 0 AppManager answered 401 to get deployment default/my-deployment: " +
              "No API token was sent. (the call carried no token)",
          },
        }),
        record: null,
      },
    ],
  },
];
