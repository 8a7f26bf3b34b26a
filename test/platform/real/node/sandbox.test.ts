import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sandboxed, whyNoSandbox } from "./sandbox.ts";

/** Runs a shell script in a sandbox (inside of the one that this may be in). */
function start(script: string) {
  const [command = "", ...args] = sandboxed(["sh", "-c", script]);
  const name = args.find((word) => word.startsWith("weir-real-")) ?? "";
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...said }));
  return { child, name, said, ended };
}

const hierarchies = () =>
  existsSync("/sys/fs/cgroup/cgroup.controllers")
    ? ["/sys/fs/cgroup"]
    : readdirSync("/sys/fs/cgroup", { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join("/sys/fs/cgroup", entry.name));

const cgroupsOf = (name: string) => hierarchies().filter((folder) => existsSync(join(folder, name)));

/** Ids of processes with this word in their command line. */
const processesWith = (word: string) =>
  readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes(word);
    } catch {
      return false;
    }
  });

describe.skipIf(whyNoSandbox() !== undefined)("a sandbox", () => {
  it("ends as its command ends", async () => {
    expect(await start("echo out; echo err >&2; exit 7").ended).toEqual({ code: 7, out: "out\n", err: "err\n" });
  });

  it.each([
    {
      name: "interfaces",
      why: "the pods' bridge must not meet another",
      change: "ip link add weir9 type bridge",
      look: () => existsSync("/sys/class/net/weir9"),
    },
    {
      name: "sysctls",
      why: "kubelet makes the machine restart 10 s after a panic",
      change: "echo 77 > /proc/sys/kernel/panic; cat /proc/sys/kernel/panic",
      look: () => readFileSync("/proc/sys/kernel/panic", "utf8").trim() === "77",
    },
    {
      name: "files in /var",
      why: "kubelet and the network plugins have fixed places there",
      change: "echo x > /var/lib/weir-sandbox-test",
      look: () => existsSync("/var/lib/weir-sandbox-test"),
    },
    {
      name: "files in /run",
      why: "so do containerd and the locks of iptables",
      change: "echo x > /run/weir-sandbox-test",
      look: () => existsSync("/run/weir-sandbox-test"),
    },
    {
      name: "mounts",
      why: "a pod is full of them",
      change: "mkdir -p /run/m && mount -t tmpfs weir-sandbox-test /mnt && grep -c weir-sandbox-test /proc/mounts",
      look: () => readFileSync("/proc/mounts", "utf8").includes("weir-sandbox-test"),
    },
  ])("keeps $name to itself: $why", async ({ change, look }) => {
    expect(await start(change).ended).toMatchObject({ code: 0, err: "" });
    expect(look()).toBe(false);
  });

  it("has a loopback that answers, and no other interface", async () => {
    const { out } = await start("ip -brief address | awk '$3 != \"\" { print $1, $3 }'").ended;
    expect(out).toBe("lo 127.0.0.1/8\n");
  });

  it("ends what its command left running, and removes its cgroups with what is in them", async () => {
    const word = "86399.25";
    const { name, ended } = start(`
      for folder in $(ls -d /sys/fs/cgroup/*/$WEIR_SANDBOX /sys/fs/cgroup/$WEIR_SANDBOX 2> /dev/null); do
        mkdir -p "$folder/pods/one"
      done
      setsid sleep ${word} &`);
    expect(await ended).toMatchObject({ code: 0, err: "" });
    expect(processesWith(word)).toEqual([]);
    expect(cgroupsOf(name)).toEqual([]);
  });

  it.each([
    { signal: "SIGTERM", why: "it waits for its command, which may tidy up" },
    { signal: "SIGKILL", why: "the kernel ends what is in a process namespace with its first process" },
  ] as const)("ends with all that is in it on $signal: $why", async ({ signal }) => {
    const word = signal === "SIGTERM" ? "86399.5" : "86399.75";
    const started = start(`sleep ${word} & trap 'echo tidied; exit 0' TERM; echo up; wait`);
    while (!started.said.out.includes("up")) await sleep(10);
    const inner = processesWith(word);
    expect(inner.length).toBeGreaterThan(0);
    // SIGTERM goes to process 1 of the sandbox, as that of a terminal or of a test's runner does.
    const [first] = processesWith(started.name).filter((id) => id !== `${started.child.pid}`);
    process.kill(signal === "SIGTERM" ? Number(first) : (started.child.pid ?? 0), signal);
    const { out } = await started.ended;
    while (processesWith(word).length > 0) await sleep(10);
    expect(out.includes("tidied")).toBe(signal === "SIGTERM");
    for (const folder of cgroupsOf(started.name)) rmdirSync(join(folder, started.name));
  });

  it("ends when who started it is killed, so that no killed run of the tests leaves a cluster behind", async () => {
    const word = "86399.125";
    const line = sandboxed(["sh", "-c", `sleep ${word} & wait`]);
    const starter = `require("node:child_process").spawn("${line[0]}", ${JSON.stringify(line.slice(1))})`;
    const child = spawn(process.execPath, ["-e", starter], { stdio: "ignore" });
    while (processesWith(`sleep\0${word}`).length === 0) await sleep(10);
    child.kill("SIGKILL");
    while (processesWith(word).length > 0) await sleep(10);
    const name = line.find((one) => one.startsWith("weir-real-")) ?? "";
    for (const folder of cgroupsOf(name)) rmdirSync(join(folder, name));
  });
});
