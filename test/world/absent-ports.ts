import type { Ports } from "../../shared/ports/ports.ts";

/** A port that a test has no use for: whoever calls it has made a mistake. */
function absent<Port extends object>(name: string): Port {
  const call = (_target: object, method: string | symbol) => () => {
    throw new Error(`${name}.${String(method)} was called, which this world does not have`);
  };
  return new Proxy({}, { get: call }) as Port;
}

/** Ports of which none may be called. */
export const absentPorts: Ports = {
  cluster: absent("cluster"),
  appManager: absent("appManager"),
  objects: absent("objects"),
  flink: absent("flink"),
  artifacts: absent("artifacts"),
  recorder: absent("recorder"),
};
