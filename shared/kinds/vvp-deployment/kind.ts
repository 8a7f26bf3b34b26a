import { defineKind, type Kind } from "../../core/kind.ts";
import { isWatched } from "../../core/watched-namespace.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { examineApiKey } from "./api-key.ts";
import { columns } from "./columns.ts";
import { conclude } from "./conclude.ts";
import { conditions, healthy } from "./conditions.ts";
import { chain } from "./decide.ts";
import { gather, type VvpPorts } from "./gather.ts";
import { mirror } from "./mirror.ts";
import { names, ownerLabel } from "./names.ts";
import { isOfAnother } from "./owner-rules.ts";
import { preview } from "./preview.ts";
import { claimed, inputs } from "./remember.ts";
import { rules } from "./rules.ts";
import { spec, status } from "./schema.ts";

/** `VvpDeployment`: one deployment of the Ververica Platform, mirrored to its AppManager. Start reading here. */
export const vvpDeployment: Kind<VvpPorts, AppManagerAction> = defineKind({
  names,
  summary: "One deployment of the Ververica Platform, kept as this resource declares it.",
  schema: { spec, status },
  columns,
  conditions,
  aggregate: healthy,
  rules,
  preview,
  examine: examineApiKey,
  chain,
  inputs,
  permissions: [
    {
      group: "",
      resource: "secrets",
      verbs: ["get"],
      why: "Each resource names its own secret, so that no names can be listed here; read by name, never listed or watched.",
    },
  ],
  inScope: (object, settings) =>
    object.metadata.labels?.[ownerLabel] === settings.instanceId && isWatched(object, settings),
  ofAnother: (object, { instanceId }) => isOfAnother(object, instanceId),
  gather,
  claim: claimed,
  conclude,
  mirror,
});
