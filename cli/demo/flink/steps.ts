import { at } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { expectSame } from "../expect.ts";
import { readManifests } from "../manifests.ts";
import type { FlinkStage } from "./stage.ts";

const application = "my-streaming-app";
const cluster = "flink-session-cluster";
const daily = "word-count-job";

/** An example in the one namespace of the story. */
async function read(file: string): Promise<KubeObject> {
  const [object] = await readManifests(file);
  if (object === undefined) throw new Error(`${file} is empty`);
  return { ...object, metadata: { ...object.metadata, namespace: "flink" } };
}

async function settled(stage: FlinkStage, name: string, state: string): Promise<void> {
  await stage.settle(name);
  stage.status(name, ["lifecycleState"], state);
  stage.show(name);
}

/** An application from its first deploy to one that waits for nobody. */
export async function showDeploy(stage: FlinkStage): Promise<void> {
  const file = "examples/flink/application.yaml";
  stage.step(
    "Apply the guide's application",
    "Deployment, Services and ConfigMaps of the cluster are applied by Weir itself.",
  );
  stage.apply(await read(file), file);
  await settled(stage, application, "STABLE");
  stage.condition(application, "Running", "Running");
  stage.starts(1);
  stage.tally();

  // The first look at a job that runs notes where its exceptions and metrics stand; from then on nothing is written.
  stage.world.skip(60_000);
  await stage.world.sweep();

  stage.step(
    "A tick when nothing moves",
    "One read of its Deployment and two calls of Flink, and nothing is written; each kind is listed once.",
  );
  stage.world.skip(60_000);
  await stage.world.sweep();
  stage.tally({ passes: 0, api: 3, objects: 1, flink: 2, events: 0 });

  stage.step(
    "A spec that breaks a rule",
    "The webhook would refuse it; here it got past, and the job goes on as it was.",
  );
  stage.patch(application, { spec: { job: { parallelism: 0 } } });
  await stage.settle(application);
  stage.condition(application, "Waiting", "InvalidSpec");
  stage.patch(application, { spec: { job: { parallelism: 8 } } });
  await settled(stage, application, "STABLE");
  stage.starts(1);
}

/** What a user changes, and what breaks. */
export async function showChanges(stage: FlinkStage): Promise<void> {
  stage.step("Other arguments, by a savepoint", "The job is stopped with a savepoint, and started again from it.");
  stage.patch(application, { spec: { job: { args: ["--env", "test"], upgradeMode: "savepoint" } } });
  await settled(stage, application, "STABLE");
  stage.starts(2);
  stage.tally();

  stage.step(
    "The JobManager is killed",
    "Kubernetes starts it again, and Flink's high availability goes on with the same job.",
  );
  const id = at(stage.world.find(application)?.status, "jobStatus", "jobId");
  stage.world.skip(60_000);
  stage.screen.command(`kubectl delete pod -l app=${application},component=jobmanager`);
  stage.world.kubelet.kill("flink", application, stage.world.clock.now());
  await stage.world.sweep();
  await stage.world.follow(application);
  stage.world.skip(10_000);
  await settled(stage, application, "STABLE");
  expectSame("the job's id", at(stage.world.find(application)?.status, "jobStatus", "jobId"), id);
  stage.screen.check(`it is the same job, ${id}`);
  stage.tally();

  stage.step("Suspend, and resume", "No pod of the cluster remains while it is suspended.");
  stage.patch(application, { spec: { job: { state: "suspended" } } });
  await settled(stage, application, "SUSPENDED");
  expectSame("Deployments that are left", stage.world.objects.all("Deployment").length, 0);
  stage.patch(application, { spec: { job: { state: "running" } } });
  await settled(stage, application, "STABLE");
  stage.tally();
}

/** A session cluster with a job, a snapshot as a resource, and the end of everything. */
export async function showOthers(stage: FlinkStage): Promise<void> {
  const { world } = stage;
  stage.step("A session cluster, and a job on it", "The jar is fetched by Weir, and uploaded once.");
  const job = await read("examples/flink/session-job.yaml");
  world.artifacts.files.set(String(at(job.spec, "job", "jarURI")), "org.apache.flink.WordCount\n");
  stage.apply(await read("examples/flink/session-cluster.yaml"), "examples/flink/session-cluster.yaml");
  stage.apply(job, "examples/flink/session-job.yaml");
  await settled(stage, cluster, "STABLE");
  await settled(stage, daily, "STABLE");
  stage.tally();

  stage.step("A savepoint as a resource");
  const spec = { savepoint: {}, jobReference: { kind: "FlinkDeployment", name: application } };
  const metadata = { name: "before-sale", namespace: "flink" };
  stage.apply(
    { apiVersion: "flink.apache.org/v1beta1", kind: "FlinkStateSnapshot", metadata, spec },
    "before-sale.yaml",
  );
  await stage.settle("before-sale");
  stage.status("before-sale", ["state"], "COMPLETED");
  stage.show("before-sale");
  stage.tally();

  stage.step("Delete everything", "Jobs before their cluster; Flink's metadata goes with the cluster.");
  for (const name of ["before-sale", daily, cluster, application]) {
    stage.screen.command(`kubectl delete ${world.find(name)?.kind?.toLowerCase()} ${name} --wait=false`);
    world.cluster.remove(name);
    await stage.settle(name);
  }
  world.skip(5_000);
  expectSame(
    "objects that are left",
    ["Deployment", "Service", "ConfigMap"].flatMap((kind) => world.objects.all(kind)),
    [],
  );
  stage.screen.check("no Deployment, Service or ConfigMap is left");
  stage.tally();
}
