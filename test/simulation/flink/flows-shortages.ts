import { flinkApplication } from "../../builders/flink-deployment.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { args, broken, lastState, mended, running } from "./acts.ts";
import type { Flow } from "./flow.ts";

const quota = (pods: number | undefined) => (world: FlinkWorld) => world.kubelet.setQuota(pods);
const crashing = { spec: { image: "crashing:1" } } as const;
const minutes = (world: FlinkWorld) => world.skip(120_000);
const standalone = { mode: "standalone" } as const;

/** A ConfigMap by which somebody else has the name of the cluster's configuration. */
const theirs = {
  kind: "ConfigMap",
  metadata: { name: "flink-config-orders", namespace: "flink" },
  data: { own: "yes" },
};
const taken = (world: FlinkWorld) => world.objects.put(theirs);
const freed = (world: FlinkWorld) => {
  const { data } = world.objects.find("ConfigMap", "flink", "flink-config-orders") as unknown as typeof theirs;
  if (data.own !== "yes") throw new Error("somebody else's ConfigMap was written over");
  world.objects.remove("ConfigMap", "flink", "flink-config-orders");
};

/** Stories of pods that do not come up for a while: a quota that refuses them, an image that is not there, a crash loop. */
export const shortages: readonly Flow[] = [
  {
    name: "a quota that refuses the JobManager, then lifted",
    why: "8.1/19: Kubernetes makes the pod when there is room, and nothing is deployed anew for it",
    start: flinkApplication({ job: { state: "suspended" } }),
    steps: [{ act: quota(0) }, { edit: running }, { act: quota(undefined) }],
    end: { lifecycle: "STABLE", starts: 1, running: 1 },
  },
  {
    name: "a quota that refuses the JobManager of an upgrade, then lifted",
    why: "the state is secured before, and waits",
    start: flinkApplication(),
    steps: [{ act: quota(0) }, { edit: args }, { act: minutes }, { act: quota(undefined) }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, args: "--env;prod" },
  },
  {
    name: "a quota that refuses the TaskManagers, then lifted",
    why: "the job that waited for slots gets them",
    start: flinkApplication({ job: { state: "suspended" } }),
    steps: [{ act: quota(1) }, { edit: running }, { act: minutes }, { act: quota(undefined) }],
    end: { lifecycle: "STABLE", starts: 1, running: 1 },
  },
  {
    name: "a quota that refuses the TaskManagers of an upgrade, standalone, then lifted",
    why: "the same, and the state of before is not lost",
    start: flinkApplication(standalone),
    steps: [{ act: quota(1) }, { edit: args }, { act: minutes }, { act: quota(undefined) }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "a name that somebody else has, then freed",
    why: "what is not ours is never written over, and the deploy goes on by itself",
    start: flinkApplication({ job: { state: "suspended" } }),
    steps: [{ act: taken }, { edit: running }, { act: minutes }, { act: freed }],
    end: { lifecycle: "STABLE", starts: 1, running: 1 },
  },
  {
    name: "an upgrade while a quota refuses the TaskManagers",
    why: "2.7: the job that never ran has its state where it was",
    start: flinkApplication(lastState),
    steps: [{ act: quota(1) }, { edit: mended }, { edit: args }, { act: quota(undefined) }],
    end: { lifecycle: "STABLE", running: 1, args: "--env;prod" },
  },
  {
    name: "a crash loop after an upgrade, then mended",
    why: "8.1/20: what never answered took no state along",
    start: flinkApplication(lastState),
    steps: [{ edit: crashing }, { edit: mended }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "a crash loop of the first deploy, then mended, and its state given up",
    why: "2.7: what crashes now and then may have run, so that the user says that there is nothing to lose",
    start: flinkApplication({ image: "crashing:1" }),
    steps: [{ edit: mended }, { edit: { spec: { job: { upgradeMode: "stateless" } } } }],
    end: { lifecycle: "STABLE", starts: 1, running: 1 },
  },
  {
    name: "an image that is not there after an upgrade, standalone, then mended",
    why: "2.15: both Deployments do not come up, and both are made anew",
    start: flinkApplication(standalone),
    steps: [{ edit: broken }, { edit: mended }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
];
