import {
  type ApiServerSource,
  type SourceDelivery,
  startApiServerSource,
} from "../../simulators/platform/api-server-source/start-api-server-source.ts";

/** The ApiServerSource of the installation. */
export interface Changes {
  /** Every event that was sent so far, with what became of it. */
  readonly deliveries: readonly SourceDelivery[];
  start(): Promise<void>;
  /** Ends it at once; what changes from now on is sent to nobody. */
  stop(): Promise<void>;
  /** True while an event is on its way. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** A source as `knative/overlays/direct/500-changes.yaml` declares it: all namespaces, mode Resource; not started yet. */
export function makeChanges(apiServer: { readonly url: string; readonly token: string }, sink: string): Changes {
  const deliveries: SourceDelivery[] = [];
  let source: ApiServerSource | undefined;
  const stop = async () => {
    const ending = source;
    source = undefined;
    await ending?.close();
  };
  return {
    deliveries,
    start: async () => {
      source ??= await startApiServerSource({
        apiServer,
        resources: [{ apiVersion: "ververica.platform/v1", kind: "VvpDeployment" }],
        namespaces: "all",
        mode: "Resource",
        sink,
        onDelivery: (delivery) => void deliveries.push(delivery),
      });
    },
    stop,
    isBusy: () => (source?.stats().inFlight ?? 0) > 0,
    close: stop,
  };
}
