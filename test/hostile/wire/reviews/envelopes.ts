import { odd } from "../odd-values.ts";
import { canary } from "../outputs.ts";
import { type ReviewCase, review, reviews } from "./review-case.ts";

const versions = [
  ...odd,
  "admission.k8s.io/v1beta1",
  "admission.k8s.io/v2",
  "v1",
  "ADMISSION.K8S.IO/V1",
  "admission.k8s.io/v1 ",
];
const kinds = [...odd, "admissionreview", "AdmissionReviewList", "AdmissionResponse", "ConversionReview", "List"];
const noUids = [undefined, ...odd.filter((value) => typeof value !== "string"), "", ["705ab4f5"], { uid: "x" }];
const uids = [" ", "x", "a\r\nb", "\u0000", "__proto__", "😀\ud800", "<b>", "x".repeat(1_000_000), "../..", "null"];

/** Other kinds than ours, which the webhook lets pass whatever they hold. */
const strangers: readonly unknown[] = [
  ...odd,
  { kind: "VvpDeployment" },
  { group: "", version: "v1", kind: "Secret" },
  { group: "ververica.platform", version: "v1", kind: "vvpdeployment" },
  { group: "ververica.platform.evil", version: "v1", kind: "VvpDeployment" },
  { group: ["ververica.platform"], kind: ["VvpDeployment"] },
  { group: "ververica.platform", kind: "constructor" },
];

const operations = [...odd, "DELETE", "CONNECT", "create", "UPDATE ", "PATCH", "*", undefined];

/** The envelope, the uid, and what is none of our business. */
export const envelopeCases: readonly ReviewCase[] = [
  ...reviews("no-json", "refused", ["", "{", "null", "[]", "1", '"x"', `[${JSON.stringify(review({}))}]`, "<html>"]),
  ...reviews(
    "version",
    "refused",
    versions.map((apiVersion) => review({}, { apiVersion })),
  ),
  ...reviews(
    "kind",
    "refused",
    kinds.map((kind) => review({}, { kind })),
  ),
  ...reviews(
    "request",
    "refused",
    [undefined, ...odd].map((request) => review({}, { request })),
  ),
  ...reviews(
    "no-uid",
    "refused",
    noUids.map((uid) => review({ uid })),
  ),
  ...reviews(
    "uid",
    "allowed",
    uids.map((uid) => review({ uid, operation: "CONNECT" })),
  ),
  ...reviews(
    "stranger",
    "allowed",
    strangers.map((kind) => review({ kind, object: { metadata: { name: canary } } })),
  ),
  ...reviews(
    "stranger-without-object",
    "allowed",
    strangers.map((kind) => review({ kind, object: null })),
  ),
  ...reviews(
    "operation",
    "allowed",
    operations.map((operation) => review({ operation })),
  ),
  ...reviews("delete", "allowed", [
    review({ operation: "DELETE", object: null, oldObject: { metadata: {} } }),
    review({ operation: "DELETE", object: undefined, oldObject: undefined }),
    review({ operation: "CONNECT", object: { kind: "PodExecOptions" } }),
  ]),
  ...reviews("duplicate", "allowed", [
    JSON.stringify(review({})).replace('"operation":"CREATE"', '"operation":"CREATE","operation":"DELETE"'),
  ]),
];
