/** What queue-proxy tells the autoscaler about the last second of its pod. */
export interface Stat {
  readonly podName: string;
  readonly averageConcurrentRequests: number;
  readonly requestCount: number;
  readonly processUptime: number;
}

const doubles = { 2: "averageConcurrentRequests", 4: "requestCount", 6: "processUptime" } as const;

/**
 * Reads the protobuf message `metrics.Stat`: doubles and one text; what is zero is left out of it.
 *
 * Throws for any other wire type.
 */
export function readStat(bytes: Uint8Array): Stat {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stat = { podName: "", averageConcurrentRequests: 0, requestCount: 0, processUptime: 0 };
  for (let at = 0; at < bytes.length; ) {
    const tag = view.getUint8(at);
    const [field, wire] = [tag >> 3, tag & 7];
    if (wire === 1) {
      const name = doubles[field as keyof typeof doubles];
      if (name !== undefined) stat[name] = view.getFloat64(at + 1, true);
      at += 9;
    } else if (wire === 2) {
      const end = at + 2 + view.getUint8(at + 1);
      if (field === 1) stat.podName = new TextDecoder().decode(bytes.subarray(at + 2, end));
      at = end;
    } else throw new Error(`a field of wire type ${wire} in a Stat`);
  }
  return stat;
}
