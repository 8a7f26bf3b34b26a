import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoredChange } from "../../../cli/demo/platform.ts";
import { makeSourceEvent } from "../../../simulators/platform/api-server-source/source-event.ts";
import { type DeliveryOutcome, sendWithRetry } from "../../../simulators/platform/sender.ts";
import type { Heard } from "./plan.ts";

/** Tells a function of changes as an ApiServerSource does, but for what goes wrong on the way. */
export interface Herald {
  /** How changes of a resource are told from now on. */
  listen(name: string, heard: Heard): void;
  tell(change: StoredChange): void;
  /** Whatever was not told yet never is. */
  hush(): void;
  readonly sent: readonly DeliveryOutcome[];
  close(): void;
}

interface Channel {
  heard: Heard;
  /** Events of one resource go out one after the other, as a source sends those of a namespace. */
  tail: Promise<unknown>;
  held: StoredChange | undefined;
}

const verbs = { ADDED: "add", MODIFIED: "update", DELETED: "delete" } as const;
const lateMs = 700;

/** A herald of one function. */
export function makeHerald(sink: string, source: string): Herald {
  const agent = new http.Agent({ keepAlive: true });
  const channels = new Map<string, Channel>();
  const sent: DeliveryOutcome[] = [];
  let stop = new AbortController();
  const identity = { source, mode: "Resource", sourceNamespace: "my-deploy-namespace", overrides: undefined } as const;
  const send = async (change: StoredChange, signal: AbortSignal) => {
    if (signal.aborted) return;
    const { apiVersion = "ververica.platform/v1", kind = "VvpDeployment", metadata } = change.object;
    const object = { ...change.object, apiVersion, kind, metadata };
    const { headers, body } = makeSourceEvent(identity, { verb: verbs[change.type], object }, Date.now());
    sent.push(await sendWithRetry({ sink: new URL(sink), headers, body, agent, signal }));
  };
  const tell = (change: StoredChange) => {
    const channel = channels.get(change.object.metadata.name);
    if (channel === undefined || stop.signal.aborted) return;
    const { signal } = stop;
    const ways: Readonly<Record<Heard, () => unknown>> = {
      never: () => undefined,
      once: () => send(change, signal),
      twice: () => Promise.all([send(change, signal), send(change, signal)]),
      late: () =>
        sleep(lateMs, undefined, { signal }).then(
          () => send(change, signal),
          () => undefined,
        ),
      backwards: () => {
        const { held } = channel;
        channel.held = held === undefined ? change : undefined;
        return held === undefined ? undefined : send(change, signal).then(() => send(held, signal));
      },
    };
    channel.tail = channel.tail.then(ways[channel.heard]);
  };
  return {
    listen: (name, heard) => {
      const channel = channels.get(name);
      channels.set(name, { heard, tail: channel?.tail ?? Promise.resolve(), held: channel?.held });
      stop = stop.signal.aborted ? new AbortController() : stop;
    },
    tell,
    hush: () => {
      stop.abort();
      channels.clear();
    },
    sent,
    close: () => {
      stop.abort();
      agent.destroy();
    },
  };
}
