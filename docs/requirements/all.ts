import { admission } from "./admission.ts";
import { autopilot } from "./autopilot.ts";
import { choices } from "./choices.ts";
import { conditions } from "./conditions.ts";
import { events } from "./events.ts";
import { flows } from "./flows.ts";
import { ownership } from "./ownership.ts";
import { nonces, projection } from "./spec.ts";
import { columns, status } from "./status.ts";

/** Requirements that belong together: by id, each in one sentence. */
export interface Section {
  readonly title: string;
  readonly requirements: Readonly<Record<string, string>>;
}

/** Everything that is asked of a VvpDeployment, in the order of its numbers. */
export const sections: readonly Section[] = [
  { title: "Resource and ownership", requirements: ownership },
  { title: "Projection", requirements: projection },
  { title: "Nonces", requirements: nonces },
  { title: "Admission", requirements: admission },
  { title: "Status", requirements: status },
  { title: "Conditions", requirements: conditions },
  { title: "Autopilot", requirements: autopilot },
  { title: "Events", requirements: events },
  { title: "Columns and messages", requirements: columns },
  { title: "Choices", requirements: choices },
  { title: "Flows", requirements: flows },
];
