import { isIP } from "node:net";

const patterns: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  datetime: /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/,
  duration: /^-?(\d+(\.\d+)?\s*(ns|us|µs|ms|s|m|h|d|w))+$|^\d+\s+\w+$|^0$/,
  email: /^[^\s@]+@[^\s@]+$/,
  hostname: /^([a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)(\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*\.?$/,
  mac: /^([0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}$/,
  uuid: /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i,
  uuid3: /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i,
  uuid4: /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i,
  uuid5: /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i,
  byte: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  hexcolor: /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/,
  uri: /^([a-zA-Z][a-zA-Z0-9+.-]*:|\/)\S*$/,
  cidr: /^[0-9a-fA-F:.]+\/\d{1,3}$/,
  k8sshortname: /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
  k8slongname: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
};

/** True for a format that the API server checks texts by. */
export function isTextFormat(format: string): boolean {
  const name = format.replaceAll("-", "");
  return name === "ipv4" || name === "ipv6" || Object.hasOwn(patterns, name);
}

/** True if a text has a format; formats that CRD schemas do not support (int32, …) are ignored, as in the real server. */
export function formatFits(format: string, value: string): boolean {
  const name = format.replaceAll("-", "");
  if (name === "ipv4") return isIP(value) === 4;
  if (name === "ipv6") return isIP(value) === 6;
  const pattern = Object.hasOwn(patterns, name) ? patterns[name] : undefined;
  return pattern === undefined || pattern.test(value);
}
