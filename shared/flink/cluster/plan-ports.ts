import { type Reading, read, unreadable } from "../../core/notation/reading.ts";
import type { Ports } from "./blueprint.ts";
import type { OptionReader } from "./option-reader.ts";

/**
 * The ports of a cluster (3.3). Where an option is unset or 0, which lets Flink pick one, the usual port is fixed, because
 * services and containers must name it.
 */
export function planPorts(options: OptionReader): Ports {
  const port = (key: string, usual: number) => options.read(key, readPort) || usual;
  const rest = port("rest.port", 8081);
  return {
    rest,
    restBind: port("rest.bind-port", rest),
    jobManagerRpc: port("jobmanager.rpc.port", 6123),
    blob: port("blob.server.port", 6124),
    taskManagerRpc: port("taskmanager.rpc.port", 6122),
  };
}

/** A port; a range, as some of these options take elsewhere, is none. */
function readPort(text: string): Reading<number> {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : undefined;
  if (port !== undefined && port < 65_536) return read(port);
  return unreadable("is no port; write one number from 1 to 65535, ranges do not work on Kubernetes");
}
