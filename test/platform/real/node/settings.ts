import { network } from "./network.ts";

/** Where the parts of a node keep their things; all below /run of a sandbox, which is gone with it. */
export interface NodePlaces {
  readonly folder: string;
  readonly socket: string;
  readonly pluginFolder: string;
  readonly cgroup: string;
}

/** Name of the image that holds a pod's namespaces. */
export const pauseImage = "dev.local/pause:own";

const unused = [
  "io.containerd.snapshotter.v1.aufs",
  "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper",
  "io.containerd.snapshotter.v1.zfs",
  "io.containerd.internal.v1.opt",
  "io.containerd.internal.v1.tracing",
  "io.containerd.tracing.processor.v1.otlp",
];

/** TOML of containerd. Without CAP_SYS_RESOURCE runc may not lower an out-of-memory score, hence `restrict_…`. */
export function containerdSettings({ folder, socket, pluginFolder }: NodePlaces): string {
  return `version = 2
root = "${folder}/containerd/root"
state = "${folder}/containerd/state"
disabled_plugins = ${JSON.stringify(unused)}
[grpc]
address = "${socket}"
[plugins."io.containerd.grpc.v1.cri"]
restrict_oom_score_adj = true
sandbox_image = "${pauseImage}"
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "${pluginFolder}"
conf_dir = "${folder}/cni"
`;
}

/** The pods' network: addresses of the bridge, and a route to the Services. */
export function podNetwork({ folder }: NodePlaces): object {
  const bridge = {
    type: "bridge",
    bridge: network.bridge,
    isGateway: true,
    hairpinMode: true,
    ipam: {
      type: "host-local",
      dataDir: `${folder}/addresses`,
      ranges: [[{ subnet: network.podRange, rangeStart: network.firstPod }]],
      routes: [{ dst: network.serviceRange }],
    },
  };
  return { cniVersion: "1.0.0", name: "weir", plugins: [bridge] };
}

/** KubeletConfiguration. Images come from archives, so none may be collected; nothing is evicted. */
export function kubeletSettings({ folder, socket, cgroup }: NodePlaces, clientCa: string): object {
  return {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    address: network.host,
    authentication: { anonymous: { enabled: false }, webhook: { enabled: true }, x509: { clientCAFile: clientCa } },
    authorization: { mode: "Webhook" },
    containerRuntimeEndpoint: `unix://${socket}`,
    cgroupDriver: "cgroupfs",
    cgroupRoot: cgroup,
    failCgroupV1: false,
    failSwapOn: false,
    oomScoreAdj: 0,
    clusterDNS: [network.host],
    clusterDomain: network.domain,
    resolvConf: "",
    healthzPort: 0,
    imageGCHighThresholdPercent: 100,
    evictionHard: { "memory.available": "0%", "nodefs.available": "0%", "imagefs.available": "0%" },
    localStorageCapacityIsolation: false,
    podLogsDir: `${folder}/logs`,
    volumePluginDir: `${folder}/volume-plugins`,
  };
}

/** KubeProxyConfiguration. The limits of connection tracking belong to the machine, so they stay as they are. */
export function proxySettings(kubeconfig: string, nodeName: string): object {
  return {
    apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
    kind: "KubeProxyConfiguration",
    mode: "iptables",
    clusterCIDR: network.podRange,
    hostnameOverride: nodeName,
    clientConnection: { kubeconfig },
    oomScoreAdj: 0,
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
    iptables: { minSyncPeriod: "100ms" },
  };
}

/** CoreDNS: the names of the cluster, and no others. */
export function dnsSettings(kubeconfig: string): string {
  return `${network.domain}:53 {
  bind ${network.host}
  errors
  ready ${network.host}:8181
  kubernetes ${network.domain} {
    kubeconfig ${kubeconfig}
  }
  cache 1
}
`;
}
