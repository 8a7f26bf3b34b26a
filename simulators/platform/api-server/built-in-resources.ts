import {
  prepareBinding,
  prepareEvent,
  prepareNamespace,
  preparePolicy,
  prepareSecret,
  prepareService,
  prepareWebhooks,
} from "./built-in-defaults.ts";
import { dataErrors, eventErrors, secretErrors, serviceErrors } from "./built-in-validate.ts";
import { prepareCrd, validateCrd } from "./crd.ts";
import { policyErrors } from "./expression-check.ts";
import type { Resource } from "./resource.ts";
import { webhookErrors } from "./webhook-check.ts";

type Row = Pick<Resource, "group" | "version" | "kind" | "plural" | "namespaced"> & Partial<Resource>;

/** Completes a row with what most built-in resources have. */
function row(given: Row): Resource {
  return {
    singular: given.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    nameForm: "subdomain",
    fieldLabels: [],
    statusSubresource: false,
    custom: false,
    unconditionalUpdate: true,
    createOnUpdate: false,
    ...given,
  };
}

const core = { group: "", version: "v1" } as const;
const admission = { group: "admissionregistration.k8s.io", version: "v1", unconditionalUpdate: false } as const;

const eventMembers = [
  ...["involvedObject", "reason", "message", "source", "firstTimestamp", "lastTimestamp", "count", "type", "eventTime"],
  ...["series", "action", "related", "reportingComponent", "reportingInstance"],
];

/** The built-in resources; one row adds another. */
export const builtInResources: readonly Resource[] = [
  row({
    ...core,
    kind: "Namespace",
    plural: "namespaces",
    namespaced: false,
    shortNames: ["ns"],
    nameForm: "label",
    statusSubresource: true,
    fieldLabels: ["status.phase"],
    without: ["deletecollection"],
    members: ["spec", "status"],
    prepare: prepareNamespace,
  }),
  row({
    ...core,
    kind: "Secret",
    plural: "secrets",
    namespaced: true,
    fieldLabels: ["type"],
    members: ["data", "stringData", "type", "immutable"],
    textMaps: { data: "base64", stringData: "plain" },
    prepare: prepareSecret,
    validate: secretErrors,
  }),
  row({
    ...core,
    kind: "ConfigMap",
    plural: "configmaps",
    namespaced: true,
    shortNames: ["cm"],
    members: ["data", "binaryData", "immutable"],
    textMaps: { data: "plain", binaryData: "base64" },
    validate: dataErrors,
  }),
  row({
    ...core,
    kind: "Event",
    plural: "events",
    namespaced: true,
    shortNames: ["ev"],
    createOnUpdate: true,
    fieldLabels: [
      ...["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"].map(
        (f) => `involvedObject.${f}`,
      ),
      ...["reason", "reportingComponent", "source", "type"],
    ],
    members: eventMembers,
    microTimes: ["eventTime"],
    prepare: prepareEvent,
    validate: eventErrors,
  }),
  row({
    ...core,
    kind: "Service",
    plural: "services",
    namespaced: true,
    shortNames: ["svc"],
    categories: ["all"],
    nameForm: "label",
    statusSubresource: true,
    createOnUpdate: true,
    fieldLabels: ["spec.clusterIP", "spec.type"],
    members: ["spec", "status"],
    returnsDeleted: true,
    prepare: prepareService,
    validate: serviceErrors,
  }),
  row({
    ...core,
    kind: "ServiceAccount",
    plural: "serviceaccounts",
    namespaced: true,
    shortNames: ["sa"],
    members: ["secrets", "imagePullSecrets", "automountServiceAccountToken"],
    returnsDeleted: true,
  }),
  row({
    group: "coordination.k8s.io",
    version: "v1",
    kind: "Lease",
    plural: "leases",
    namespaced: true,
    members: ["spec"],
    unconditionalUpdate: false,
    createOnUpdate: true,
  }),
  row({
    group: "apiextensions.k8s.io",
    version: "v1",
    kind: "CustomResourceDefinition",
    plural: "customresourcedefinitions",
    namespaced: false,
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
    statusSubresource: true,
    unconditionalUpdate: false,
    generationOf: ["spec"],
    members: ["spec", "status"],
    prepare: prepareCrd,
    validate: validateCrd,
  }),
  row({
    ...admission,
    kind: "ValidatingWebhookConfiguration",
    plural: "validatingwebhookconfigurations",
    namespaced: false,
    categories: ["api-extensions"],
    generationOf: ["webhooks"],
    members: ["webhooks"],
    prepare: prepareWebhooks,
    validate: webhookErrors,
  }),
  row({
    ...admission,
    kind: "ValidatingAdmissionPolicy",
    plural: "validatingadmissionpolicies",
    namespaced: false,
    categories: ["api-extensions"],
    statusSubresource: true,
    generationOf: ["spec"],
    members: ["spec", "status"],
    prepare: preparePolicy,
    validate: policyErrors,
  }),
  row({
    ...admission,
    kind: "ValidatingAdmissionPolicyBinding",
    plural: "validatingadmissionpolicybindings",
    namespaced: false,
    categories: ["api-extensions"],
    generationOf: ["spec"],
    members: ["spec"],
    prepare: prepareBinding,
  }),
];
