import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import { collectionPath } from "../../../../shared/adapters/app-manager/paths.ts";
import { objectPath } from "../../../../shared/adapters/kubernetes/paths.ts";
import { isOperatorError } from "../../../../shared/core/error.ts";
import { member } from "../../../../shared/core/json.ts";
import { readConfig } from "../../../../shared/runtime/config.ts";
import { segmentCases } from "../../wire/addresses/segments.ts";
import { addressCases } from "../../wire/addresses/urls.ts";
import { must, type Target, toValue } from "../target.ts";

const names = { group: "ververica.platform", version: "v1", plural: "vvpdeployments" };
const secrets = { read: async () => undefined };

/** The addresses of the environment, and the paths that are made of a user's texts. */
export const address: Target = {
  name: "address",
  about: "addresses of the environment, paths made of a user's texts",
  seeds: addressCases.flatMap(({ text }, index) => {
    const segment = segmentCases[index % segmentCases.length]?.text ?? "";
    return index % 4 === 0 ? [JSON.stringify({ url: text, namespace: segment, name: segment })] : [];
  }),
  run: (input) => {
    const value = toValue(input);
    const [url, namespace, name] = ["url", "namespace", "name"].map((key) => textAt(value, key) ?? input);
    const said = problemsOf(url ?? "");
    if (said.length === 0) connectAppManager({ url: url ?? "", secrets, instanceId: "weir", version: "0" }).close();
    const paths = [
      () => `${collectionPath(namespace ?? "", "deployments")}`,
      () => objectPath(names, { kind: "VvpDeployment", namespace: namespace ?? "", name: name ?? "" }),
    ].map(pathOrRefusal);
    return [...said, ...paths].join(" ");
  },
};

function textAt(value: unknown, key: string): string | undefined {
  const text = member(value, key);
  return typeof text === "string" ? text : undefined;
}

function problemsOf(url: string): readonly string[] {
  const reading = readConfig("reconcile", { WEIR_INSTANCE_ID: "weir", WEIR_APPMANAGER_URL: url });
  return "problems" in reading ? reading.problems : [];
}

/** `sent` for a path that a URL parser leaves as it is, with as many segments as were meant. */
function pathOrRefusal(make: () => string): string {
  try {
    const path = make();
    must(new URL(path, "http://host.example").href === `http://host.example${path}`, "a path is understood otherwise");
    must([5, 7].includes(path.split("/").length - 1), "a path has other segments");
    return "sent";
  } catch (error) {
    if (isOperatorError(error) && error.code === "Rejected") return "refused";
    throw error;
  }
}
