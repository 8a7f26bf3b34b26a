import { expect, it } from "vitest";
import { originOf } from "../../../../shared/adapters/flink/endpoint.ts";
import { isOperatorError } from "../../../../shared/core/error.ts";
import { endpointOf } from "../../../../shared/flink/endpoint.ts";
import { flinkApplication } from "../../../builders/flink-deployment.ts";
import { findings } from "../hostile.ts";
import { segmentCases } from "./segments.ts";

/** What a user may write that looks like a word about where a cluster's REST is. */
const options = [
  ...["rest.port", "rest.address", "rest.bind-address", "rest.bind-port", "jobmanager.rpc.address"],
  ...[
    "security.ssl.rest.enabled",
    "kubernetes.rest-service.exposed.type",
    "kubernetes.namespace",
    "kubernetes.cluster-id",
  ],
];
const service = /^https?:\/\/orders-rest\.flink\.svc:\d{1,5}$/;

it("the REST of a cluster is at the resource's own Service, whatever its configuration says", async () => {
  const wrong = await findings(segmentCases, ({ text }) =>
    options.flatMap((option) => {
      const { url } = endpointOf(flinkApplication(), { [option]: text });
      return service.test(url) && originOf({ url }, "services") === new URL(url).origin ? [] : [`${option}: ${url}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it("the REST of a resource with a name that no admission takes is nowhere, or at a Service", async () => {
  const wrong = await findings(segmentCases, ({ text }) => {
    const object = flinkApplication();
    const { url } = endpointOf({ ...object, metadata: { ...object.metadata, name: text } }, {});
    try {
      const { hostname, port } = new URL(originOf({ url }, "services"));
      return /^[a-z0-9-]+\.flink\.svc$/.test(hostname) && port === "8081"
        ? []
        : [`${url} leads to ${hostname}:${port}`];
    } catch (error) {
      return isOperatorError(error) ? [] : [String(error)];
    }
  });
  expect(wrong).toEqual([]);
});
