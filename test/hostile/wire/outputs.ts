import { findSecrets, type Outputs, type Secrets } from "../../platform/canary/search.ts";
import { home, type Line, type World } from "../../world/world.ts";

/** What stands in hostile inputs where a secret could stand; no reply and no log line may repeat it. */
export const canary = "canary-3f9c1b7e5d";

/** Secrets that no output shows. */
export const secrets: Secrets = { canary, token: home.token };

/** Characters that a reply, or a log line, has at most, whatever it answers or tells of. */
export const longestOutput = 4_096;

/** What is wrong with what came out since the lines were emptied; empties them. */
export function outputFindings(world: World, reply: unknown): string[] {
  const outputs: Record<string, string> = { "the reply": JSON.stringify(reply) ?? "" };
  for (const [index, line] of world.lines.splice(0).entries()) outputs[`log line ${index + 1}`] = toText(line);
  return textFindings(outputs);
}

/** What is wrong with texts that come out: too long, or with a secret. */
export function textFindings(outputs: Outputs): string[] {
  const long = Object.entries(outputs).filter(([, text]) => text.length > longestOutput);
  return [
    ...long.map(([name, text]) => `${name} has ${text.length} characters`),
    ...findSecrets(outputs, secrets).map((leak) => `a secret came out: ${leak}`),
  ];
}

function toText({ level, fields, message }: Line): string {
  return JSON.stringify({ level, ...fields, message });
}
