import { type ControlPlaneAddress, type Ended, runKubectl, type User } from "../control-plane/access.ts";
import { shownNamespace } from "./example.ts";

/**
 * Runs kubectl in a namespace and writes down what a user would see, with words for what differs by run and the guides'
 * namespace in place of the run's own.
 */
export function openTranscript(address: ControlPlaneAddress, user: User, namespace: string) {
  const parts: string[] = [];
  return {
    /** `line` is split at spaces and has no quotes in it; `content` is what the file behind its `-f` holds. */
    run: async (line: string, content = ""): Promise<Ended> => {
      const [, file = ""] = /-f (\S+)/.exec(line) ?? [];
      const args = line.replace(shownNamespace, namespace).replace(/-f \S+/, "-f -");
      const ended = await runKubectl(address, args.split(" "), { user, input: content });
      const said = normalised(ended.stdout + ended.stderr).replaceAll(namespace, shownNamespace);
      parts.push(`$ kubectl ${line}\n${said.replaceAll("STDIN", file)}`);
      return ended;
    },
    text: () => parts.join("\n"),
  };
}

/** What kubectl printed, with words in place of what differs by run; tables are as wide as with an age of seconds. */
export function normalised(text: string): string {
  const known = text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \+\d{4}/g, "2026-01-02 03:04:05 +0000")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "2026-01-02T03:04:05Z")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "00000000-0000-4000-8000-000000000000")
    .replace(/(Resource Version: +)\d+/g, "$11")
    .replace(/\S*\/(LIVE|MERGED)-\d+/g, "/tmp/$1-1");
  return (known.startsWith("NAME") ? withSameAges(known) : known).replace(/ +$/gm, "");
}

/** kubectl counts seconds up to two minutes, then minutes and seconds; the column grows with the longest age in it. */
function withSameAges(table: string): string {
  const ages = table.match(/\b(?:\d+m)?\d+s\b/g) ?? [];
  const excess = Math.max(0, ...ages.map(({ length }) => length - "AGE".length));
  const cell = /\b(AGE|(?:\d+m)?\d+s)\b */g;
  return table.replace(cell, (all) => (all.startsWith("AGE") ? "AGE" : "5s").padEnd(all.length - excess));
}
