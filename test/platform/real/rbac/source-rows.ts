import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { at } from "../../../../shared/core/json.ts";
import { ApiStatusError } from "../../../../simulators/platform/api-server-source/api-reader.ts";
import {
  type ApiServerSource,
  startApiServerSource,
} from "../../../../simulators/platform/api-server-source/start-api-server-source.ts";
import { patienceMs } from "../../../patience.ts";
import { callApi, serviceAccountToken } from "../control-plane/access.ts";
import { namespace, type Rig } from "./rig.ts";
import type { Row, Trial } from "./row.ts";

const limitMs = patienceMs;

/** Starts an ApiServerSource as its account, for all namespaces, as the overlay has it. */
export async function startSource({ address }: Pick<Rig, "address">, sink: string): Promise<ApiServerSource> {
  return startApiServerSource({
    apiServer: {
      url: address.url,
      ca: address.ca,
      token: await serviceAccountToken(address, "weir-system", "weir-source"),
    },
    resources: [{ apiVersion: "ververica.platform/v1", kind: "VvpDeployment" }],
    namespaces: "all",
    mode: "Resource",
    sink,
    backoff: { baseMs: 20, maxMs: 20 },
  });
}

/** A sink that takes everything, and what came. */
async function startSink() {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers["ce-name"] as string | undefined);
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Starts without the grant where that is possible, and with it where it was not. */
async function changes(rig: Rig, name: string): Promise<Trial> {
  await rig.make(name);
  const sink = await startSink();
  let source: ApiServerSource | undefined;
  // What changes before its watch stands is never sent, so more than one change may be needed.
  const arrives = async () => {
    await until(async () => {
      await rig.change(name, { metadata: { labels: { label: `${performance.now()}` } } });
      return sink.seen.includes(name);
    });
    return { delivered: true };
  };
  return {
    refused: async () => {
      try {
        source = await startSource(rig, sink.url);
      } catch (error) {
        return { refused: error instanceof ApiStatusError ? error.code : error };
      }
      await rig.change(name, { metadata: { labels: { label: "unseen" } } });
      // It lists anew after each watch that was refused.
      await until(() => (source?.stats().lists ?? 0) > 2);
      return { started: true, events: source.stats().events };
    },
    granted: async () => {
      source ??= await startSource(rig, sink.url);
      return arrives();
    },
    close: async () => {
      await source?.close();
      await sink.close();
    },
  };
}

/** Knative's controller asks in the account's name for get, list and watch, and starts no adapter without all of them. */
const permissions =
  (group: string, resource: string) =>
  async ({ address }: Rig): Promise<Trial> => {
    const act = async () => {
      const missing: string[] = [];
      for (const verb of ["get", "list", "watch"]) {
        if (!(await isAllowed(address, { group, resource, verb }))) missing.push(verb);
      }
      return { sufficient: missing.length === 0, missing };
    };
    return { refused: act, granted: act };
  };

async function isAllowed(address: Rig["address"], what: object): Promise<boolean> {
  const user = "system:serviceaccount:weir-system:weir-source";
  const resourceAttributes = { ...what, namespace };
  const body = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { user, groups: ["system:serviceaccounts"], resourceAttributes },
  };
  const answer = await callApi(address, "POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", { body });
  return at(answer.body, "status", "allowed") === true;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error("the source did not come so far in time");
    await sleep(50);
  }
}

/** What the ApiServerSource needs each grant for. */
export const sourceRows: readonly Row[] = [
  {
    grant: "weir-source: get vvpdeployments",
    why: "no adapter reads one; Knative's controller asks for it all the same (SufficientPermissions)",
    start: permissions("ververica.platform", "vvpdeployments"),
    refused: { sufficient: false, missing: ["get"] },
    granted: { sufficient: true, missing: [] },
  },
  {
    grant: "weir-source: list vvpdeployments",
    why: "a reflector begins with a list",
    start: changes,
    refused: { refused: 403 },
    granted: { delivered: true },
  },
  {
    grant: "weir-source: watch vvpdeployments",
    why: "changes come from nowhere else",
    start: changes,
    refused: { started: true, events: 0 },
    granted: { delivered: true },
  },
  ...["flinkdeployments", "flinksessionjobs", "flinkstatesnapshots"].flatMap((plural) =>
    ["get", "list", "watch"].map((verb) => ({
      grant: `weir-source: ${verb} ${plural}`,
      why: "as for the first kind",
      start: permissions("flink.apache.org", plural),
      refused: { sufficient: false, missing: [verb] },
      granted: { sufficient: true, missing: [] },
    })),
  ),
];
