/** An input that a part of Weir once could not deal with. */
export interface Find {
  readonly target: string;
  readonly why: string;
  /** As the search showed it. */
  readonly input: string;
}

const application = { apiVersion: "flink.apache.org/v1beta1", kind: "FlinkDeployment" };
const reviewed = { group: "flink.apache.org", version: "v1beta1", kind: "FlinkDeployment" };
const methods = { toString: 1, valueOf: 1 };

/** Every find is here: each run of the suite repeats it, and each search begins with it. */
export const finds: readonly Find[] = [
  {
    target: "review",
    why: "an answer that is kept for a spec was compared by a name that a review need not have",
    input: JSON.stringify({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: {
        uid: "u",
        kind: reviewed,
        operation: "CREATE",
        object: {
          ...application,
          metadata: {},
          spec: {
            flinkVersion: "v1_20",
            serviceAccount: "flink",
            image: "flink:1.20",
            jobManager: {},
            taskManager: {},
          },
        },
      },
    }),
  },
  {
    target: "flink",
    why: "an object whose methods are numbers was asked to be a text, where the version of Flink is looked up",
    input: JSON.stringify({
      object: { ...application, metadata: { name: "a", namespace: "flink" }, spec: { flinkVersion: methods } },
      record: null,
    }),
  },
];
