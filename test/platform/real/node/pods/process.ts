import { readFileSync } from "node:fs";
import { runProgram } from "../network.ts";
import type { Runtime } from "../runtime.ts";
import type { Pod } from "./rig.ts";

/** What the kernel lets a container's process do. */
export interface Confinement {
  /** User and group. */
  readonly ids: readonly number[];
  /** Capabilities that it has or could get: bits in hexadecimal. */
  readonly capabilities: readonly string[];
  /** It can get no more rights by a program with the set-user-id bit. */
  readonly noNewPrivileges: boolean;
  /** A filter of system calls is on. */
  readonly filtersSystemCalls: boolean;
  /** `ro` when it cannot write to its root file system, else `rw`. */
  readonly root: string;
}

/** Asks the kernel about the process of a pod's one container. */
export async function confinementOf({ places }: Runtime, pod: Pod): Promise<Confinement> {
  const id = (pod.status.containerStatuses?.[0].containerID ?? "").replace("containerd://", "");
  const tasks = await runProgram("ctr", ["--address", places.socket, "--namespace", "k8s.io", "tasks", "list"]);
  const pid = new RegExp(`^${id}\\s+(\\d+)`, "m").exec(tasks)?.[1];
  if (id === "" || pid === undefined) throw new Error(`no process of ${pod.metadata.name}:\n${tasks}`);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "";
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, "utf8").split("\n");
  const root = mounts.map((line) => line.split(" ")).find((words) => words[4] === "/");
  return {
    ids: [Number(field("Uid")), Number(field("Gid"))],
    capabilities: ["CapPrm", "CapEff", "CapBnd"].map(field),
    noNewPrivileges: field("NoNewPrivs") === "1",
    filtersSystemCalls: field("Seccomp") === "2",
    root: root?.[5]?.split(",")[0] ?? "",
  };
}
