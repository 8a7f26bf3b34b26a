import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const needed = ["unshare", "nsenter", "setpriv", "ip", "containerd", "ctr", "runc", "iptables"] as const;
const pluginFolders = ["/usr/lib/cni", "/opt/cni/bin"] as const;
const isolation = ["--net", "--pid", "--mount", "--ipc", "--uts", "--fork", "--kill-child", "--mount-proc"] as const;
const install = "run test/platform/real/node/install.sh";

/** Folders of programs; an account's own path often leaves those of the system out. */
export const programPath = [process.env.PATH, "/usr/sbin", "/sbin"].join(delimiter);

/**
 * The command line that runs a command as root in network, process, mount, IPC and host name namespaces of its own.
 *
 * Guarantees: all that it started ends with it, and it with who starts it unless that is `detached`, also by SIGKILL;
 * interfaces, firewall rules, mounts, sysctls and what is written below /run and /var do not reach the machine; cgroups are
 * removed, unless it is ended by SIGKILL.
 * Assumptions: `whyNoSandbox` found nothing. Caveats: there is no network but loopback, and other files are the machine's;
 * SIGINT and SIGTERM must go to the process group, as those of a terminal do, because unshare itself ignores them.
 */
export function sandboxed(command: readonly string[], { detached = false } = {}): string[] {
  const name = `weir-real-${randomBytes(4).toString("hex")}`;
  const script = join(import.meta.dirname, "sandbox.sh");
  const leash = detached ? [] : ["setpriv", "--pdeathsig=KILL"];
  return [...leash, "unshare", ...isolation, "--propagation=private", "--", "sh", script, name, ...command];
}

/** The cgroup of the sandbox that this process is in, relative to a hierarchy's root; undefined outside of one. */
export function sandboxCgroup(): string | undefined {
  return process.env.WEIR_SANDBOX && `/${process.env.WEIR_SANDBOX}`;
}

/** Folder of the network plugins, or undefined when there are none. */
export function pluginFolder(): string | undefined {
  return pluginFolders.find((folder) => existsSync(join(folder, "bridge")));
}

/** What this machine lacks for a sandbox with a node in it, in one line; undefined when nothing. */
export function whyNoSandbox(): string | undefined {
  if (process.platform !== "linux") return "A node needs Linux";
  if (process.getuid?.() !== 0) return "A node needs root";
  const missing = needed.filter((program) => findProgram(program) === undefined);
  if (missing.length > 0) return `There is no ${missing.join(", ")}; ${install}`;
  if (pluginFolder() === undefined) return `There are no network plugins; ${install}`;
  const tried = spawnSync("unshare", [...isolation, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { encoding: "utf8" });
  if (tried.status !== 0) return `This root may not make namespaces: ${tried.stderr.trim()}`;
  if (!canMakeCgroups()) return "This root may not make cgroups: /sys/fs/cgroup is not writable";
  return whyNoControllers();
}

/** With cgroups of version 2 the controllers must be handed down by whoever owns the root already, as systemd does. */
function whyNoControllers(): string | undefined {
  const root = "/sys/fs/cgroup";
  if (!existsSync(join(root, "cgroup.controllers"))) return undefined;
  const given = readFileSync(join(root, "cgroup.subtree_control"), "utf8").trim().split(" ");
  const lacking = ["cpu", "cpuset", "memory", "pids"].filter((one) => !given.includes(one));
  return lacking.length === 0 ? undefined : `${root}/cgroup.subtree_control does not hand down ${lacking.join(", ")}`;
}

/** Path of a program of the system, or undefined when there is none. */
export function findProgram(name: string): string | undefined {
  return programPath
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

function canMakeCgroups(): boolean {
  try {
    accessSync(existsSync("/sys/fs/cgroup/memory") ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup", constants.W_OK);
    return existsSync("/sys/fs/cgroup");
  } catch {
    return false;
  }
}
