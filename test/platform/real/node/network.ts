import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { programPath } from "./sandbox.ts";

/** The network of the one node: pods, node, API server and DNS share one bridge; nothing leaves it. */
export const network = {
  bridge: "weir0",
  /** Address of node, API server and DNS. */
  host: "10.244.0.1",
  hostWithPrefix: "10.244.0.1/24",
  podRange: "10.244.0.0/24",
  firstPod: "10.244.0.10",
  serviceRange: "10.96.0.0/16",
  domain: "cluster.local",
} as const;

const run = promisify(execFile);

/** Runs a program of the system; rejects with what it wrote to stderr. */
export async function runProgram(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, [...args], { env: { PATH: programPath }, maxBuffer: 64 << 20 });
  return stdout;
}

/**
 * Makes the bridge, before anything that wants its address, and a route without which the node itself, such as the API
 * server on its way to a webhook, can not call a Service. Only inside of a sandbox.
 */
export async function makeBridge(): Promise<void> {
  await runProgram("ip", ["link", "add", network.bridge, "type", "bridge"]);
  await runProgram("ip", ["address", "add", network.hostWithPrefix, "dev", network.bridge]);
  await runProgram("ip", ["link", "set", network.bridge, "up"]);
  await runProgram("ip", ["route", "add", network.serviceRange, "dev", network.bridge]);
  await writeFile("/proc/sys/net/ipv4/ip_forward", "1");
}

/** Removes the bridge again. */
export async function removeBridge(): Promise<void> {
  await runProgram("ip", ["link", "delete", network.bridge]);
}
