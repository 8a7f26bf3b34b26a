import { describe, expect, it } from "vitest";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const owners = [
  { name: "nobody", ownerReferences: undefined, why: "applied by hand" },
  {
    name: "another resource",
    ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "orders", uid: "another" }],
    why: "somebody else's operator",
  },
];

describe("a Deployment of the name, of somebody else's", () => {
  it.each(owners)(
    "that belongs to $name is neither changed nor deleted, nor is anything beside it ($why)",
    async ({ ownerReferences }) => {
      const world = new FlinkWorld();
      const theirs = {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "orders", namespace: "flink", uid: "theirs", ...(ownerReferences && { ownerReferences }) },
        spec: { replicas: 1, template: { spec: { containers: [{ name: "theirs", image: "theirs" }] } } },
      };
      world.objects.put(theirs);
      world.cluster.create(flinkApplication());
      await world.follow();
      expect(conditionOf(world, "Waiting")).toMatchObject({ status: "True", reason: "NameTaken" });
      world.cluster.remove("orders");
      await world.follow();
      expect(world.find()).toBeUndefined();
      expect(world.objects.find("Deployment", "flink", "orders")).toMatchObject({ spec: theirs.spec });
      const beside = ["Service", "ConfigMap", "Ingress"].flatMap((kind) => world.objects.all(kind));
      expect(beside).toEqual([]);
    },
  );
});
