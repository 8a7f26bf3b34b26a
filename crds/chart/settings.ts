import { indented, when } from "./holes.ts";

/** Settings with a value of their own in the chart, and the expression of it. */
export const ownSettings: Readonly<Record<string, string>> = {
  WEIR_INSTANCE_ID: "$.Values.instanceId | quote",
  WEIR_NAMESPACES: 'join "," $.Values.watchedNamespaces | quote',
  WEIR_APPMANAGER_URL: "$.Values.appManager.url | quote",
  WEIR_API_KEY_VALIDATION: 'ternary "on" "off" $.Values.webhook.apiKeyValidation.enabled | quote',
};

/** The ConfigMap of the settings: those with a value of their own, those given by name, and the rest as shipped. */
export function makeSettings(text: string, shipped: Readonly<Record<string, string>>): string {
  const rest = Object.entries(shipped).filter(([name]) => ownSettings[name] === undefined);
  const lines = Object.entries(ownSettings).map(([name, expression]) => `${name}: {{ ${expression} }}\n`);
  const defaults = rest.map(([name, value]) =>
    when(`not (hasKey $.Values.settings "${name}")`, `${name}: ${JSON.stringify(value)}\n`),
  );
  const given = "{{- range $name, $value := $.Values.settings }}\n{{ $name }}: {{ $value | quote }}\n{{- end }}\n";
  return text.replace(/^data:\n[\s\S]*$/m, `data:\n${indented([...lines, ...defaults, given].join(""), 2)}`);
}

/** The ConfigMap of the operator's own configuration of Flink resources: what the values give in place of what is shipped. */
export function makeFlinkConfiguration(text: string): string {
  return text.replace(/(: \|\n)[\s\S]*$/, '$1    {{- include "weir.flinkConfiguration" $ | nindent 4 }}\n');
}
