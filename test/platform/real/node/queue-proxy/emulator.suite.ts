import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import { startAutoscaler } from "../../../../../simulators/platform/autoscaler/start-autoscaler.ts";
import { type Case, cases } from "./cases.ts";
import { startPod, whenReady } from "./pod.ts";

const command = [process.execPath, fileURLToPath(new URL("../../../autoscaler-function.ts", import.meta.url))];
const envOf = ({ start = "ready" }: Case) => ({ START: start, NODE_NO_WARNINGS: "1" });

/** Plays a case before the real queue-proxy. */
async function playReal(row: Case): Promise<unknown> {
  const limits = { ...row, responseStartTimeoutSeconds: 0, readinessProbe: { httpGet: { path: "/readyz" } } };
  const pod = await startPod("reconcile", limits);
  try {
    pod.startApp(command, envOf(row));
    await whenReady(pod);
    return alike(await row.play(pod.url), pod.network.hostAddress);
  } finally {
    await pod.close();
  }
}

/** Plays a case before the emulator. */
async function playEmulated(row: Case): Promise<unknown> {
  const { containerConcurrency, timeoutSeconds } = row;
  const limits = { containerConcurrency, timeoutSeconds, readinessPath: "/readyz" };
  const service = await startAutoscaler({ name: "reconcile", command, env: envOf(row), ...limits });
  try {
    await fetch(service.url);
    return alike(await row.play(service.url), "127.0.0.1");
  } finally {
    await service.close();
  }
}

/** Without what must differ: the client's address and the port of the function. */
function alike(seen: unknown, client: string): unknown {
  const text = JSON.stringify(seen)
    .replaceAll(`${client}"`, 'client"')
    .replace(/"127\.0\.0\.1:\d+"/g, '"127.0.0.1"');
  return JSON.parse(text);
}

/** Each case before both. */
export function emulatorSuite(): void {
  describe.each(cases)("$name ($why)", (row) => {
    it.concurrent("behind the real queue-proxy", async ({ expect }) => {
      expect(await playReal(row)).toEqual(row.seen);
    });
    it.concurrent("behind the emulator", async ({ expect }) => {
      expect(await playEmulated(row)).toEqual(row.seen);
    });
  });
}
