import type { AppManagerSimulator } from "../../../simulators/app-manager/server.ts";
import { exampleSpec } from "./examples.ts";

/** What a user reads when the simulator has started: where it is, and what to try first. */
export function describe({ url, token, admin }: AppManagerSimulator): string {
  const deployments = `${url}/api/v1/namespaces/default/deployments`;
  const auth = `-H 'Authorization: Bearer ${token}'`;
  const json = "-H 'Content-Type: application/json'";
  const hello = JSON.stringify({ metadata: { name: "hello" }, spec: exampleSpec("s3://jobs/hello.jar") });
  const count = admin.state().rows.size;
  return `AppManager simulator${count === 0 ? "" : `, with ${count} deployment${count === 1 ? "" : "s"}`}
  url    ${url}
  token  ${token}

Try:
  curl -s ${auth} ${deployments}
  curl -s ${auth} ${json} -d '${hello}' ${deployments}

Trouble it makes, and what it takes from nobody else:
  curl -s -X PUT ${json} -d '{"latencyMs":[50,200],"rate5xx":0.1}' ${url}/config
  curl -s ${url}/admin

An operator finds it by WEIR_APPMANAGER_URL=${url} and sends the token out of its Secret.
Stop with Ctrl-C.`;
}
