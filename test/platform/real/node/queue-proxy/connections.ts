import { readFile } from "node:fs/promises";
import type { Pod } from "./pod.ts";
import { userPort } from "./queue-settings.ts";

/** Connections that are open to the function inside of the pod; each carries one request at a time. */
export async function openConnections({ network }: Pod): Promise<number> {
  const table = await readFile(`/proc/${network.holder}/net/tcp6`, "utf8");
  const port = userPort.toString(16).toUpperCase().padStart(4, "0");
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  return rows.filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === "01").length;
}
