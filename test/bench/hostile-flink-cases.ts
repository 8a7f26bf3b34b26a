import { connectArtifacts } from "../../shared/adapters/flink/artifact/client.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { sessionJob } from "../builders/flink-session-job.ts";
import { casesAt, placesBelow, soundWith } from "../hostile/flink/cases.ts";
import { modes, resourceWith } from "../hostile/pods/pods-of.ts";
import { podRows } from "../hostile/pods/rows.ts";
import { jarUris } from "../hostile/wire/addresses/jar-uris.ts";
import { definitions } from "../table/flink/flink-rig.ts";
import { FlinkWorld } from "../world/flink-world.ts";
import { type Name, passIn, resourceKind, reviewIn } from "./hostile-flink-kinds.ts";
import type { Kind, Work } from "./hostile-kinds.ts";

/** No program says it again that has read it; `answer/deep` and `review` have it from the wire. */
const unsayable = "= objects 5,000 deep";

/** Every case of the corpora of Flink's resources, at admission and in a pass, and every address of a JAR. */
export function flinkCaseKinds(): Kind[] {
  const world = new FlinkWorld({}, {}, kinds as readonly EngineKind[]);
  const ofFields = definitions.flatMap((definition) => {
    const all = placesBelow("spec", definition)
      .flatMap((place) => casesAt(place, soundWith(definition, place)))
      .filter(({ id }) => !id.endsWith(unsayable))
      .map(({ id, text }) => ({ id, object: JSON.parse(text()) as KubeObject }));
    return bothOf(world, definition.names.kind as Name, all);
  });
  const pods = modes.flatMap((mode) =>
    podRows.map(({ name, template }) => ({ id: `pods/${mode}/${name}`, object: resourceWith(template, mode) })),
  );
  const jars = jarUris.map(({ id, uri }) => ({ id, object: sessionJob({ job: { jarURI: uri(8081) } }) }));
  return [...ofFields, ...bothOf(world, "FlinkDeployment", pods), ...bothOf(world, "FlinkSessionJob", jars), fetches()];
}

function bothOf(world: FlinkWorld, name: Name, all: readonly { id: string; object: KubeObject }[]): Kind[] {
  return [resourceKind("review", name, reviewIn(world), all), resourceKind("pass", name, passIn(world), all)];
}

/** Nobody is called: no name has an address, and every address is one that nobody may be led to. */
function fetches(): Kind {
  const artifacts = connectArtifacts({
    version: "0",
    policy: { schemes: ["http", "https"], refusesRestrictedHosts: true },
    addressing: { resolve: async () => [], isRestricted: () => true },
  });
  const work = (id: string, uri: string): Work => ({
    id,
    bytes: uri.length,
    run: () => artifacts.open({ uri }).catch(() => undefined),
  });
  const plain = (bytes: number) => `https://repo.example.com/${"a".repeat(Math.max(1, bytes - 30))}.jar`;
  return {
    name: "fetch of a JAR",
    works: jarUris.map(({ id, uri }) => work(id, uri(8081))),
    largest: 16,
    plain: (bytes) => work("plain", plain(bytes)),
  };
}
