/**
 * Partitions that the metrics of a source name, whatever its subtasks: Kafka's current offsets and Pulsar's messages received;
 * 0 where they name none, which is unknown (2.2). A component of a metric's name has no dots.
 */
export function countPartitions(metricNames: readonly string[]): number {
  return new Set(metricNames.map((name) => partitionOf(name.split("."))).filter((one) => one !== undefined)).size;
}

function partitionOf(parts: readonly string[]): string | undefined {
  return kafkaPartition(parts) ?? pulsarPartition(parts);
}

/** `[….kafkaCluster.<cluster>.]KafkaSourceReader.topic.<topic>.partition.<n>.currentOffset`. */
function kafkaPartition(parts: readonly string[]): string | undefined {
  const [reader, topicWord, topic, partitionWord, partition = "", offset] = parts.slice(-6);
  const isKafka = reader === "KafkaSourceReader" && topicWord === "topic" && partitionWord === "partition";
  if (!isKafka || offset !== "currentOffset" || !/^\d+$/.test(partition)) return undefined;
  const cluster = parts.at(-8) === "kafkaCluster" ? parts.at(-7) : undefined;
  return JSON.stringify([cluster ?? null, topic, partition]);
}

/** `….PulsarConsumer.<topic>-partition-<n>.….numMsgsReceived`. */
function pulsarPartition(parts: readonly string[]): string | undefined {
  const consumer = parts.indexOf("PulsarConsumer");
  if (consumer < 0 || consumer + 2 >= parts.length || parts.at(-1) !== "numMsgsReceived") return undefined;
  const [, topic, partition] = /^(.+)-partition-(\d+)$/.exec(parts[consumer + 1] ?? "") ?? [];
  return topic === undefined ? undefined : JSON.stringify([topic, partition]);
}
