/** True for the key of a label or an annotation: a name, with a DNS prefix and a slash before it or without. */
export function isLabelKey(key: string): boolean {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const name = key.slice(slash + 1);
  return (prefix === undefined || isObjectName(prefix)) && name !== "" && isLabelValue(name);
}

/** True for the value of a label; an empty one is sound. */
export function isLabelValue(value: string): boolean {
  return value === "" || /^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/.test(value);
}

/** True for the name of most objects: a DNS subdomain. */
export function isObjectName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((part) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(part));
}

/** True for the name of an environment variable. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_.-][\w.-]{0,252}$/.test(name);
}
