import { findSecrets, type Outputs, type Secrets } from "../../platform/canary/search.ts";
import { home, type Line, type World } from "../../world/world.ts";

/** What stands in hostile inputs where a secret could stand; no reply and no log line may repeat it. */
export const canary = "canary-3f9c1b7e5d";

/** Secrets that no output shows. */
export const secrets: Secrets = { canary, token: home.token };

/** Characters that a reply has at most, whatever it answers: the 25 violations of a denial have 1,024 each. */
const longestReply = 32_768;

/** Characters that any other output has at most. */
const longestOther = 4_096;

const reply = "the reply";

/** What is wrong with what came out since the lines were emptied; empties them. */
export function outputFindings(world: World, answer: unknown): string[] {
  const outputs: Record<string, string> = { [reply]: JSON.stringify(answer) ?? "" };
  for (const [index, line] of world.lines.splice(0).entries()) outputs[`log line ${index + 1}`] = toText(line);
  return textFindings(outputs);
}

/** What is wrong with texts that come out: too long, or with a secret. */
export function textFindings(outputs: Outputs): string[] {
  const long = Object.entries(outputs).filter(
    ([name, text]) => text.length > (name === reply ? longestReply : longestOther),
  );
  return [
    ...long.map(([name, text]) => `${name} has ${text.length} characters`),
    ...findSecrets(outputs, secrets).map((leak) => `a secret came out: ${leak}`),
  ];
}

function toText({ level, fields, message }: Line): string {
  return JSON.stringify({ level, ...fields, message });
}
