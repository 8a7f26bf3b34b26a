import * as z from "zod";

/** Strict shapes of the manifests that are written by hand: a misspelt or unsupported field fails. */
const metadata = z.strictObject({
  name: z.string(),
  namespace: z.literal("weir-system"),
  labels: z.record(z.string(), z.string()),
});
const clusterMetadata = metadata.omit({ namespace: true });
const head = <K extends string, V extends string>(apiVersion: V, kind: K) => ({
  apiVersion: z.literal(apiVersion),
  kind: z.literal(kind),
  file: z.string(),
  metadata,
});

const securityContext = z.strictObject({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  runAsNonRoot: z.literal(true),
  capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
});
const env = z.array(z.strictObject({ name: z.string().regex(/^[A-Z_]+$/), value: z.string() }));
const quantities = z.strictObject({ cpu: z.string().optional(), memory: z.string() });
const resources = z.strictObject({ requests: quantities, limits: quantities });
const container = { name: z.string(), image: z.string(), args: z.tuple([z.string()]), env, resources, securityContext };

const sink = z.strictObject({
  ref: z.strictObject({
    apiVersion: z.literal("serving.knative.dev/v1"),
    kind: z.literal("Service"),
    name: z.string(),
    namespace: z.string(),
  }),
});

/** A Knative Service; only fields that Serving allows without a feature flag (knative.md 5.1), and no startupProbe. */
export const knativeService = z.strictObject({
  ...head("serving.knative.dev/v1", "Service"),
  spec: z.strictObject({
    template: z.strictObject({
      metadata: z.strictObject({
        labels: z.record(z.string(), z.string()),
        annotations: z.record(z.string().regex(/^(autoscaling|queue\.sidecar\.serving)\.knative\.dev\//), z.string()),
      }),
      spec: z.strictObject({
        serviceAccountName: z.string(),
        containerConcurrency: z.number().int().min(1).max(1000),
        timeoutSeconds: z.number().int().min(1).max(600),
        responseStartTimeoutSeconds: z.number().int().min(1),
        containers: z.tuple([
          z.strictObject({
            ...container,
            ports: z.tuple([z.strictObject({ name: z.literal("http1"), containerPort: z.literal(8080) })]),
            envFrom: z.tuple([z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })]),
            readinessProbe: z.strictObject({ httpGet: z.strictObject({ path: z.literal("/readyz") }) }),
            volumeMounts: z.tuple([
              z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.literal(true) }),
            ]),
          }),
        ]),
        volumes: z.tuple([z.strictObject({ name: z.string(), configMap: z.strictObject({ name: z.string() }) })]),
      }),
    }),
  }),
});

/** knative.md 1.1. */
export const apiServerSource = z.strictObject({
  ...head("sources.knative.dev/v1", "ApiServerSource"),
  spec: z.strictObject({
    serviceAccountName: z.string(),
    mode: z.literal("Resource"),
    resources: z.array(z.strictObject({ apiVersion: z.string(), kind: z.string() })).min(1),
    namespaceSelector: z.strictObject({}),
    sink,
  }),
});

/** knative.md 2; five fields, since `@every` is refused and a leading field for seconds is not needed. */
export const pingSource = z.strictObject({
  ...head("sources.knative.dev/v1", "PingSource"),
  spec: z.strictObject({ schedule: z.string().regex(/^\S+( \S+){4}$/), sink }),
});

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }),
  periodSeconds: z.number().int(),
});

/** The front's Deployment. */
export const deployment = z.strictObject({
  ...head("apps/v1", "Deployment"),
  spec: z.strictObject({
    replicas: z.number().int().min(2),
    selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
    strategy: z.strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0) }) }),
    template: z.strictObject({
      metadata: z.strictObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.strictObject({
        serviceAccountName: z.string(),
        terminationGracePeriodSeconds: z.number().int(),
        topologySpreadConstraints: z.array(z.unknown()),
        containers: z.tuple([
          z.strictObject({
            ...container,
            ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })),
            readinessProbe: probe,
            livenessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
});

/** The front's Service. */
export const service = z.strictObject({
  ...head("v1", "Service"),
  spec: z.strictObject({
    selector: z.record(z.string(), z.string()),
    ports: z.tuple([z.strictObject({ name: z.string(), port: z.number(), targetPort: z.string() })]),
  }),
});

const webhook = z.strictObject({
  name: z.string().regex(/^[a-z]+(\.[a-z]+){2,}$/),
  clientConfig: z.strictObject({
    service: z.strictObject({ name: z.string(), namespace: z.string(), path: z.string(), port: z.number() }),
  }),
  rules: z.array(
    z.strictObject({
      apiGroups: z.array(z.string()),
      apiVersions: z.array(z.string()),
      resources: z.array(z.string()),
      operations: z.array(z.enum(["CREATE", "UPDATE"])),
      scope: z.literal("Namespaced"),
    }),
  ),
  failurePolicy: z.literal("Ignore"),
  matchPolicy: z.literal("Equivalent"),
  sideEffects: z.literal("None"),
  admissionReviewVersions: z.tuple([z.literal("v1")]),
  timeoutSeconds: z.number().int().min(1).max(30),
  matchConditions: z.array(z.strictObject({ name: z.string(), expression: z.string() })).max(64),
});

/** The webhook configuration without `caBundle`, which the front writes and an apply must not touch. */
export const webhookConfiguration = z.strictObject({
  ...head("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration"),
  metadata: clusterMetadata,
  webhooks: z.tuple([webhook, webhook]),
});

/** Parses every object of `kind` and `apiVersion` that the shape names; the error names file and field. */
export function shaped<T>(
  manifests: readonly { apiVersion: string; kind: string; file: string }[],
  apiVersion: string,
  kind: string,
  shape: z.ZodType<T>,
): T[] {
  return manifests
    .filter((manifest) => manifest.apiVersion === apiVersion && manifest.kind === kind)
    .map((manifest) => {
      const result = shape.safeParse(manifest);
      if (result.success) return result.data;
      throw new Error(`${manifest.file}: ${z.prettifyError(result.error)}`);
    });
}
