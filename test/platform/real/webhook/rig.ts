import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../../../simulators/platform/autoscaler/readiness.ts";
import { type FunctionProcess, startProcess, whenReady } from "../../scenario-process.ts";
import { callApi, logOf, serviceAccountToken } from "../control-plane/access.ts";
import { installAccounts, installCrds, mustRun } from "../control-plane/install.ts";
import { type ControlPlane, startControlPlane } from "../control-plane/start-control-plane.ts";
import { loopbackServices, type ServiceAddress, serveClusterIp } from "./cluster-address.ts";
import { namespace } from "./objects.ts";

type Env = Readonly<Record<string, string>>;

/** A front as a process; `tlsPort` is what its container's port 8443 would be. */
export interface FrontProcess extends FunctionProcess {
  readonly tlsPort: number;
}

/** A control plane in which Weir's admission is installed from its manifests, and the processes behind it. */
export interface Rig {
  readonly plane: ControlPlane;
  /** The Service `weir-front`; nothing is behind it at first. */
  readonly service: ServiceAddress;
  /** Starts a bundle that ends with the rig; resolves when it is ready. */
  start(name: string, env: Env): Promise<FunctionProcess>;
  /** Ends the fronts that the Service has, and gives it these instead, when they are ready. */
  replaceFronts(...fronts: readonly Env[]): Promise<readonly FrontProcess[]>;
  /** Starts others, gives them to the Service, then asks the present ones to end, as a Deployment does; gives exit codes. */
  rollFronts(...fronts: readonly Env[]): Promise<(number | string | null)[]>;
  /** The fronts that the Service has. */
  fronts(): readonly FrontProcess[];
  /** The admission function that runs now. */
  admission(): FunctionProcess;
  /** Ends it and starts another one at the same address. */
  restartAdmission(): Promise<void>;
  /** Names of the resources that admission reviewed, in order, as far as its log has come through. */
  reviews(): readonly string[];
  /** From now on: gives what the API server said so far of webhooks that it passed over. */
  missed(): () => string[];
  close(): Promise<void>;
}

const manifests = ["600-front-rbac", "610-front", "620-webhook"].map((name) => `knative/overlays/direct/${name}.yaml`);

/** Starts control plane and admission, and no front yet. */
export async function startRig(): Promise<Rig> {
  const plane = await startControlPlane({ serviceRange: loopbackServices });
  const folder = await mkdtemp(join(tmpdir(), "weir-front-"));
  const started: FunctionProcess[] = [];
  const opened: ServiceAddress[] = [];
  const close = async () => {
    await Promise.all([...started, ...opened].map((one) => ("stop" in one ? one.stop() : one.close())));
    await rm(folder, { recursive: true, force: true });
    await plane.close();
  };
  const start = async (name: string, env: Env) => {
    const process = await startProcess(name, env);
    started.push(process);
    await whenReady(process);
    return process;
  };
  try {
    await install(plane);
    await writeAccount(plane, folder);
    const service = serveClusterIp(await readClusterIp(plane));
    opened.push(service);
    const admissions = await makeAdmissions(start);
    const fronts = makeFronts(start, service, { ...reachOf(plane, folder), WEIR_ADMISSION_URL: admissions.url });
    return { plane, service, start, ...admissions, ...fronts, missed: () => listen(plane), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The whole lines that a process logged so far. */
export function logged({ text }: FunctionProcess) {
  const lines = text.out.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { readonly msg: string; readonly name: string });
}

async function makeAdmissions(start: Rig["start"]) {
  const port = String(await findFreePort());
  const all: FunctionProcess[] = [];
  // No account, so no look at Secrets; these suites are about the way of a review.
  const env = { PORT: port, WEIR_INSTANCE_ID: "my-operator", WEIR_API_KEY_VALIDATION: "off" };
  const startOne = async () => void all.push(await start("admission", env));
  await startOne();
  return {
    url: `http://127.0.0.1:${port}`,
    admission: () => all.at(-1) as FunctionProcess,
    reviews: () => all.flatMap(logged).flatMap(({ msg, name }) => (msg === "review" ? [name] : [])),
    async restartAdmission() {
      await all.at(-1)?.stop();
      await startOne();
    },
  };
}

function makeFronts(start: Rig["start"], service: ServiceAddress, shared: Env) {
  let current: readonly FrontProcess[] = [];
  const startFront = async (env: Env): Promise<FrontProcess> => {
    const front = await start("front", { ...shared, ...env });
    return { ...front, tlsPort: Number(/"tls":(\d+)/.exec(front.text.out)?.[1]) };
  };
  const serve = async (fronts: readonly Env[]) => {
    current = await Promise.all(fronts.map(startFront));
    await service.route(current.map(({ tlsPort }) => tlsPort));
    return current;
  };
  return {
    fronts: () => current,
    async replaceFronts(...fronts: readonly Env[]) {
      await service.route([]);
      await Promise.all(current.map((front) => front.stop()));
      service.cut();
      return serve(fronts);
    },
    async rollFronts(...fronts: readonly Env[]) {
      const before = current;
      await serve(fronts);
      for (const { child } of before) child.kill("SIGTERM");
      return Promise.all(before.map(({ closed }) => closed));
    },
  };
}

async function install(plane: ControlPlane): Promise<void> {
  await installCrds(plane);
  await installAccounts(plane);
  await mustRun(plane, ["apply", ...manifests.flatMap((path) => ["-f", path])]);
  await mustRun(plane, ["create", "namespace", namespace]);
}

/** The folder that a kubelet mounts into a pod of the front. */
async function writeAccount(plane: ControlPlane, folder: string): Promise<void> {
  const token = await serviceAccountToken(plane, "weir-system", "weir-front");
  const files = { token, "ca.crt": plane.ca, namespace: "weir-system" };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text, { mode: 0o600 })));
}

async function readClusterIp(plane: ControlPlane): Promise<string> {
  const { body } = await callApi(plane, "GET", "/api/v1/namespaces/weir-system/services/weir-front");
  return (body as { spec: { clusterIP: string } }).spec.clusterIP;
}

function reachOf({ url }: ControlPlane, folder: string): Env {
  const { hostname, port } = new URL(url);
  return {
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    WEIR_FRONT_ACCOUNT_DIR: folder,
    WEIR_FRONT_LISTEN: "127.0.0.1",
    WEIR_FRONT_TLS_PORT: "0",
    WEIR_ADMISSION_TIMEOUT: "500ms",
  };
}

const failure = /Failed calling webhook, failing open validate\.weir\.dev: (.*)/g;

function listen(plane: ControlPlane): () => string[] {
  const read = () => [...logOf(plane, "kube-apiserver", Number.POSITIVE_INFINITY).matchAll(failure)];
  const before = read().length;
  return () =>
    read()
      .slice(before)
      .map(([, said = ""]) => said);
}
