import { fileURLToPath } from "node:url";
import { closeOnSignals } from "../../simulators/platform/autoscaler/close-on-signals.ts";
import { startAutoscaler } from "../../simulators/platform/autoscaler/start-autoscaler.ts";

// A program with a service that has one pod: prints the pod's pid, then waits for a signal or ends as MODE says.
const command = [process.execPath, fileURLToPath(new URL("./autoscaler-function.ts", import.meta.url))];
const env = { START: process.env.START ?? "ready", NODE_NO_WARNINGS: "1" };
const service = await startAutoscaler({ name: "reconcile", command, env, gracePeriodMs: 200 });
closeOnSignals([service]);
await fetch(service.url);
console.log(service.pods()[0]?.pid);
if (process.env.MODE === "exit") process.exit(3);
if (process.env.MODE === "throw") throw new Error("on purpose");
