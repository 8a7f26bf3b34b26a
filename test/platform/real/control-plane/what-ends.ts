import { type ControlPlaneAddress, callApi, logOf } from "./access.ts";

const paths = ["/api/v1/namespaces", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"];

interface Ending {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly status: { readonly conditions?: readonly { readonly message: string }[] };
}

/**
 * What a deletion may wait for: the namespaces and kinds that are being deleted, with what their conditions say, and the end
 * of the log of the controllers, without which nothing goes. Text for a failure's message.
 */
export async function whatEnds(address: ControlPlaneAddress): Promise<string> {
  const lists = await Promise.all(paths.map(async (path) => (await callApi(address, "GET", path)).body));
  const ending = (lists as { items: Ending[] }[])
    .flatMap(({ items }) => items)
    .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
    .map(({ metadata, status }) =>
      [metadata.name, ...(status.conditions ?? []).map(({ message }) => message)].join("; "),
    );
  const controllers = logOf(address, "kube-controller-manager", 8);
  return `being deleted: ${ending.join("\n") || "nothing"}\nthe controllers said last:\n${controllers}`;
}
