import type { JsonObject } from "../../../shared/core/json.ts";
import { before, beside, main, mounted, type PodRow, pod, rowsOf } from "./row.ts";

const context = (securityContext: JsonObject): JsonObject => ({ securityContext });
const baseline = { carried: "baseline" } as const;
const restricted = { carried: "restricted" } as const;

/** What Pod Security's levels forbid, control by control; Weir carries all of it, and adds none of it. */
export const standards: readonly PodRow[] = [
  ...rowsOf("baseline, Host Namespaces: the pod is on the node's network, or sees its processes.", baseline, {
    hostNetwork: pod({ hostNetwork: true, dnsPolicy: "ClusterFirstWithHostNet" }),
    hostPID: pod({ hostPID: true }),
    hostIPC: pod({ hostIPC: true }),
    "hostPID and hostIPC": pod({ hostPID: true, hostIPC: true }),
  }),
  ...rowsOf("baseline, Privileged Containers: root on the node.", baseline, {
    "privileged, Flink": main(context({ privileged: true })),
    "privileged, beside Flink": beside(context({ privileged: true })),
    "privileged, before Flink": before(context({ privileged: true })),
    "privileged, before Flink and on": before({ restartPolicy: "Always", ...context({ privileged: true }) }),
  }),
  ...rowsOf("baseline, Capabilities: rights of root one by one.", baseline, {
    SYS_ADMIN: main(context({ capabilities: { add: ["SYS_ADMIN"] } })),
    ALL: main(context({ capabilities: { add: ["ALL"] } })),
    NET_RAW: beside(context({ capabilities: { add: ["NET_RAW"] } })),
    "SYS_PTRACE before Flink": before(context({ capabilities: { add: ["SYS_PTRACE"] } })),
    "CAP_BPF by its long name": main(context({ capabilities: { add: ["CAP_BPF"] } })),
  }),
  ...rowsOf("baseline, HostPath Volumes: the node's files.", baseline, {
    "the node's root": mounted({ hostPath: { path: "/" } }),
    "the runtime's socket": mounted({ hostPath: { path: "/run/containerd/containerd.sock", type: "Socket" } }),
    "the kubelet's folder": mounted({ hostPath: { path: "/var/lib/kubelet" } }),
    "the node's devices": mounted({ hostPath: { path: "/dev", type: "Directory" } }),
    "the root of another process": mounted({ hostPath: { path: "/proc/1/root" } }),
    "a folder that is made": mounted({ hostPath: { path: "/var/log/pods", type: "DirectoryOrCreate" } }),
    "a volume that nobody mounts": pod({ volumes: [{ name: "v", hostPath: { path: "/" } }] }),
  }),
  ...rowsOf("baseline, Host Ports: a port of the node.", baseline, {
    "a port of the node, Flink": main({ ports: [{ name: "ssh", containerPort: 2222, hostPort: 22 }] }),
    "a port of the node, beside Flink": beside({ ports: [{ containerPort: 10_250, hostPort: 10_250 }] }),
  }),
  ...rowsOf("baseline, AppArmor: without a profile.", baseline, {
    "AppArmor off": pod(context({ appArmorProfile: { type: "Unconfined" } })),
    "AppArmor off, by annotation": {
      metadata: {
        annotations: { "container.apparmor.security.beta.kubernetes.io/flink-main-container": "unconfined" },
      },
    },
  }),
  ...rowsOf("baseline, SELinux: as another type, user or role.", baseline, {
    "SELinux type": pod(context({ seLinuxOptions: { type: "spc_t" } })),
    "SELinux user": main(context({ seLinuxOptions: { user: "system_u" } })),
    "SELinux role": main(context({ seLinuxOptions: { role: "sysadm_r" } })),
  }),
  ...rowsOf("baseline, /proc Mount Type: nothing of it is masked.", baseline, {
    "procMount Unmasked": main(context({ procMount: "Unmasked" }), { hostUsers: false }),
  }),
  ...rowsOf("baseline, Seccomp: every system call.", baseline, {
    "seccomp off, pod": pod(context({ seccompProfile: { type: "Unconfined" } })),
    "seccomp off, Flink": main(context({ seccompProfile: { type: "Unconfined" } })),
  }),
  ...rowsOf("baseline, Sysctls: settings of the kernel.", baseline, {
    "kernel.msgmax": pod(context({ sysctls: [{ name: "kernel.msgmax", value: "65536" }] })),
    "net.ipv4.ip_forward": pod(context({ sysctls: [{ name: "net.ipv4.ip_forward", value: "1" }] })),
  }),
  ...rowsOf("baseline, Host Probes / Lifecycle Hooks: the kubelet calls another host.", baseline, {
    "a probe elsewhere": main({ livenessProbe: { httpGet: { host: "169.254.169.254", port: 80, path: "/" } } }),
    "a hook elsewhere": main({ lifecycle: { postStart: { httpGet: { host: "169.254.169.254", port: 80 } } } }),
    "another probe elsewhere": main({ readinessProbe: { tcpSocket: { host: "10.96.0.1", port: 443 } } }),
  }),
  ...rowsOf("restricted, Volume Types: what is neither made for the pod nor of its namespace.", restricted, {
    nfs: mounted({ nfs: { server: "10.0.0.1", path: "/" } }),
    iscsi: mounted({ iscsi: { targetPortal: "10.0.0.1:3260", iqn: "iqn.x", lun: 0 } }),
    "flex volume": mounted({ flexVolume: { driver: "x/y" } }),
    "git repository": mounted({ gitRepo: { repository: "https://example.com/x" } }),
  }),
  ...rowsOf("restricted, Privilege Escalation: a program may become root.", restricted, {
    "escalation allowed": main(context({ allowPrivilegeEscalation: true })),
    "escalation allowed, beside Flink": beside(context({ allowPrivilegeEscalation: true })),
  }),
  ...rowsOf("restricted, Running as Non-root.", restricted, {
    "runAsNonRoot false": pod(context({ runAsNonRoot: false })),
    "root, pod": pod(context({ runAsUser: 0 })),
    "root, Flink": main(context({ runAsUser: 0, runAsGroup: 0 })),
    "root, before Flink": before(context({ runAsUser: 0 })),
  }),
  ...rowsOf("restricted, Capabilities: some are kept.", restricted, {
    "no capability dropped": main(context({ capabilities: { drop: [] } })),
    NET_BIND_SERVICE: main(context({ capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE"] } })),
  }),
];
