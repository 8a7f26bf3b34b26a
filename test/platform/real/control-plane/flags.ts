import type { ControlPlaneFiles } from "./files.ts";

/** Where the parts of a control plane listen. */
export interface Ports {
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly api: number;
}

/** Addresses of one control plane. */
export interface Addresses {
  /** What the API server binds to and is called by. */
  readonly host: string;
  /** CIDR of ClusterIPs. */
  readonly serviceRange: string;
  readonly ports: Ports;
}

/** Command line of etcd; nothing has to survive the machine, so it does not wait for the disk. */
export function etcdFlags({ path }: ControlPlaneFiles, { ports }: Addresses): string[] {
  const [client, peer] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.etcdPeer}`];
  return [
    `--data-dir=${path("etcd")}`,
    "--unsafe-no-fsync",
    "--log-level=warn",
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}

/** Command line of kube-apiserver: RBAC, ServiceAccount tokens, the users of `tokens.csv`. */
export function apiServerFlags({ path }: ControlPlaneFiles, { host, serviceRange, ports }: Addresses): string[] {
  const isLoopback = host.startsWith("127.");
  return [
    `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
    `--bind-address=${host}`,
    `--advertise-address=${host}`,
    `--secure-port=${ports.api}`,
    // An Endpoints object with a loopback address is invalid, so nothing may write the one of the Service kubernetes.
    ...(isLoopback ? ["--endpoint-reconciler-type=none"] : []),
    `--service-cluster-ip-range=${serviceRange}`,
    `--cert-dir=${path("generated")}`,
    `--tls-cert-file=${path("server.crt")}`,
    `--tls-private-key-file=${path("server.key")}`,
    `--client-ca-file=${path("ca.crt")}`,
    `--token-auth-file=${path("tokens.csv")}`,
    "--authorization-mode=Node,RBAC",
    "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
    `--service-account-key-file=${path("service-account.key")}`,
    `--service-account-signing-key-file=${path("service-account.key")}`,
    `--kubelet-client-certificate=${path("kubelet-client.crt")}`,
    `--kubelet-client-key=${path("kubelet-client.key")}`,
    "--enable-admission-plugins=NodeRestriction",
    "--allow-privileged=true",
    "--profiling=false",
  ];
}

/**
 * Command line of kube-controller-manager; without leader election, which costs seconds at the start, and without a port,
 * which nobody asks: one that somebody else took meanwhile would end it, and nothing would tell but namespaces that stay.
 */
export function controllerFlags(kubeconfig: string, { path }: ControlPlaneFiles): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    "--secure-port=0",
    "--leader-elect=false",
    "--use-service-account-credentials=true",
    `--service-account-private-key-file=${path("service-account.key")}`,
    `--root-ca-file=${path("ca.crt")}`,
    "--kube-api-qps=300",
    "--kube-api-burst=600",
    "--profiling=false",
  ];
}

/** Command line of kube-scheduler; without a port as well. */
export function schedulerFlags(kubeconfig: string): string[] {
  return [`--kubeconfig=${kubeconfig}`, "--secure-port=0", "--leader-elect=false", "--profiling=false"];
}
