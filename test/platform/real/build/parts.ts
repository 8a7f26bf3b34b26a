/** How much of the real thing runs: a control plane on loopback, or a whole node that runs pods (needs root). */
export const levels = ["api", "node"] as const;

/** A level; each includes the ones before it. */
export type Level = (typeof levels)[number];

/**
 * The level of that name.
 *
 * Throws a text for who wrote it.
 */
export function levelOf(text: string): Level {
  const level = levels.find((one) => one === text);
  if (level === undefined) throw new Error(`--level is ${levels.join(" or ")}, not ${text}`);
  return level;
}

/** A program that is built from an ordinary Go module. */
export interface Part {
  readonly name: string;
  /** Folder under `modules/` whose go.mod pins the versions. */
  readonly module:
    | "kubernetes"
    | "etcd"
    | "serving"
    | "coredns"
    | "pause"
    | "helm"
    | "kube-state-metrics"
    | "prometheus";
  /** Import path of its main package. */
  readonly source: string;
  /** Build tags, separated by commas; they leave out what no suite needs. */
  readonly tags?: string;
  /** Module whose version names the part; absent for a program of our own. */
  readonly versionOf?: string;
  readonly level: Level;
  /** Seconds of a build with an empty Go cache on 2 cores, behind the parts before it; rough, for the progress lines. */
  readonly coldSeconds: number;
}

const kubernetes = (name: string, level: Level, coldSeconds: number): Part => ({
  name,
  module: "kubernetes",
  source: `k8s.io/kubernetes/cmd/${name}`,
  versionOf: "k8s.io/kubernetes",
  level,
  coldSeconds,
});

/** All parts, in the order of building: what the first ones compile, the later ones find. */
export const parts: readonly Part[] = [
  {
    name: "etcd",
    module: "etcd",
    source: "go.etcd.io/etcd/server/v3",
    versionOf: "go.etcd.io/etcd/server/v3",
    level: "api",
    coldSeconds: 50,
  },
  kubernetes("kube-apiserver", "api", 250),
  kubernetes("kubectl", "api", 25),
  kubernetes("kube-controller-manager", "api", 130),
  {
    name: "helm",
    module: "helm",
    source: "helm.sh/helm/v3/cmd/helm",
    versionOf: "helm.sh/helm/v3",
    level: "api",
    coldSeconds: 100,
  },
  {
    name: "kube-state-metrics",
    module: "kube-state-metrics",
    source: "k8s.io/kube-state-metrics/v2",
    versionOf: "k8s.io/kube-state-metrics/v2",
    level: "api",
    coldSeconds: 90,
  },
  {
    name: "promtool",
    module: "prometheus",
    source: "github.com/prometheus/prometheus/cmd/promtool",
    // Without the clients of two dozen clouds.
    tags: "remove_all_sd",
    versionOf: "github.com/prometheus/prometheus",
    level: "api",
    coldSeconds: 90,
  },
  kubernetes("kube-scheduler", "node", 20),
  kubernetes("kubelet", "node", 60),
  kubernetes("kube-proxy", "node", 10),
  {
    name: "queue",
    module: "serving",
    source: "knative.dev/serving/cmd/queue",
    versionOf: "knative.dev/serving",
    level: "node",
    coldSeconds: 60,
  },
  {
    name: "coredns",
    module: "coredns",
    source: ".",
    versionOf: "github.com/coredns/coredns",
    level: "node",
    coldSeconds: 90,
  },
  { name: "pause", module: "pause", source: ".", level: "node", coldSeconds: 2 },
];

/** The parts that a level needs. */
export function partsOf(level: Level): Part[] {
  return parts.filter((part) => levels.indexOf(part.level) <= levels.indexOf(level));
}
