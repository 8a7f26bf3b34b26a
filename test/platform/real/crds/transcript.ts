import { join } from "node:path";
import { type ControlPlaneAddress, type Ended, runKubectl, type User } from "../control-plane/access.ts";

const root = join(import.meta.dirname, "../../../..");

const changed = "changed.yaml";

/**
 * Runs kubectl from the project's root and writes down what a user would see, with words for what differs by run.
 *
 * `line` is split at spaces and has no quotes in it; `content` is what a file `changed.yaml` in it would hold.
 */
export function openTranscript(address: ControlPlaneAddress, user: User) {
  const parts: string[] = [];
  return {
    run: async (line: string, content = ""): Promise<Ended> => {
      const args = line.replace(changed, "-").split(" ");
      const ended = await runKubectl(address, args, { user, input: content, cwd: root });
      const said = normalised(ended.stdout + ended.stderr).replace("STDIN", changed);
      parts.push(`$ kubectl ${line}\n${said}`);
      return ended;
    },
    text: () => parts.join("\n"),
  };
}

function normalised(text: string): string {
  const known = text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \+\d{4}/g, "2026-01-02 03:04:05 +0000")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "2026-01-02T03:04:05Z")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "00000000-0000-4000-8000-000000000000")
    .replace(/(Resource Version: +)\d+/g, "$11")
    .replace(/\S*\/(LIVE|MERGED)-\d+/g, "/tmp/$1-1");
  const aged = known.startsWith("NAME") ? known.replace(/\b\d+s( *)/g, (age) => "5s".padEnd(age.length)) : known;
  return aged.replace(/ +$/gm, "");
}
