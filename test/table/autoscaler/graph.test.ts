import { describe, expect, it } from "vitest";
import { resolveExclusions } from "../../../shared/autoscaler/decide/exclusions.ts";
import {
  graphHash,
  hasHashInput,
  isSource,
  type JobGraph,
  makeJobGraph,
  readShipStrategy,
  type ShipStrategy,
} from "../../../shared/autoscaler/graph/job-graph.ts";
import { vertexIdOf } from "../../../shared/autoscaler/graph/operator-uid.ts";
import { countPartitions } from "../../../shared/autoscaler/graph/partitions.ts";

const vertex = (id: string, from: readonly string[] = [], strategy: ShipStrategy = "FORWARD") => ({
  id,
  parallelism: 2,
  maxParallelism: 128,
  inputs: from.map((one) => ({ from: one, strategy })),
});
const graphOf = (...vertices: Parameters<typeof makeJobGraph>[0]) => makeJobGraph(vertices) as JobGraph;

describe("2.7: topology", () => {
  it("each vertex comes after all its inputs, whatever the order of the plan", () => {
    const graph = graphOf(vertex("sink", ["join"]), vertex("join", ["a", "b"], "HASH"), vertex("b"), vertex("a"));
    const order = [...graph.vertices.keys()];
    expect(order.slice(0, 2).sort()).toEqual(["a", "b"]);
    expect(order.slice(2)).toEqual(["join", "sink"]);
  });

  it("sources, keyed inputs and outputs are known", () => {
    const { vertices } = graphOf(vertex("a"), vertex("b", ["a"], "HASH"), vertex("c", ["a"]));
    const facts = [...vertices.values()].map((one) => [one.id, isSource(one), hasHashInput(one), one.outputs.size]);
    expect(facts).toEqual([
      ["a", true, false, 2],
      ["b", false, true, 0],
      ["c", false, false, 0],
    ]);
  });

  it("two edges between the same vertices are one", () => {
    const { vertices } = graphOf(vertex("a"), vertex("b", ["a", "a"]));
    expect(vertices.get("b")?.inputs.size).toBe(1);
  });

  it("an empty plan is no graph; a vertex that is not there, or depends on itself, is left out", () => {
    expect(makeJobGraph([])).toBeUndefined();
    expect([...graphOf(vertex("a", ["ghost"]), vertex("b", ["b"])).vertices.keys()]).toEqual(["a"]);
  });

  it.each([
    { word: "hash", is: "HASH" },
    { word: " Rescale ", is: "RESCALE" },
    { word: "POINTWISE", is: "UNKNOWN" },
    { word: undefined, is: "UNKNOWN" },
  ])("$word is $is", ({ word, is }) => {
    expect(readShipStrategy(word)).toBe(is);
  });

  it("is told by vertices and edges, not by parallelism or the order of the plan", () => {
    const hash = graphHash(graphOf(vertex("a"), vertex("b", ["a"])));
    expect(graphHash(graphOf(vertex("b", ["a"]), { ...vertex("a"), parallelism: 9 }))).toBe(hash);
    expect(graphHash(graphOf(vertex("a"), vertex("b", ["a"], "HASH")))).not.toBe(hash);
  });
});

describe("2.2: partitions by the names of metrics", () => {
  it.each([
    {
      name: "Kafka, each partition once whatever the subtask",
      names: [0, 1, 1].map((n) => `${n}.Source__a.KafkaSourceReader.topic.t.partition.${n}.currentOffset`),
      count: 2,
    },
    {
      name: "two clusters with the same topic",
      names: ["x", "y"].map((c) => `S.kafkaCluster.${c}.KafkaSourceReader.topic.t.partition.0.currentOffset`),
      count: 2,
    },
    {
      name: "Pulsar",
      names: ["0", "1", "1"].map((n) => `S.PulsarConsumer.t-partition-${n}.4af3.numMsgsReceived`),
      count: 2,
    },
    { name: "another metric of Kafka", names: ["S.KafkaSourceReader.topic.t.partition.0.committedOffset"], count: 0 },
    { name: "no number", names: ["S.KafkaSourceReader.topic.t.partition.x.currentOffset"], count: 0 },
    { name: "a topic without partitions", names: ["S.PulsarConsumer.t.4af3.numMsgsReceived"], count: 0 },
    { name: "nothing", names: [], count: 0 },
  ])("$name: $count", ({ names, count }) => {
    expect(countPartitions(names)).toBe(count);
  });
});

describe("2.23, 3.2: vertices by id or by the uid of their first operator", () => {
  it.each([
    { uid: "topic", id: "8d66249e32b3bc08f2fae72d32043792", why: "as a real Flink 1.20 and 2.2 have it" },
    { uid: "work", id: "674df9b0384c0348e0b9d1034a44c46c", why: "the same" },
    { uid: "", id: "00000000000000000000000000000000", why: "nothing hashes to nothing" },
    { uid: "acceptance", id: "a684cad71c506889d2a3a29d887e4516", why: "more than eight bytes" },
  ])("$uid is $id: $why", ({ uid, id }) => {
    expect(vertexIdOf(uid)).toBe(id);
  });

  it("words that name no vertex are told", () => {
    const graph = graphOf(vertex(vertexIdOf("topic")), vertex(vertexIdOf("work")));
    const { ids, unknown } = resolveExclusions(["topic", vertexIdOf("work").toUpperCase(), "sink"], graph);
    expect([...ids]).toEqual([vertexIdOf("topic"), vertexIdOf("work")]);
    expect(unknown).toEqual(["sink"]);
  });
});
