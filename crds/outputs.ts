import type { RegisteredKind } from "../shared/kinds/index.ts";
import { makeCustomResourceDefinition } from "./custom-resource-definition.ts";
import { type GeneratedFile, makeManifest } from "./manifest.ts";

/** Every generated file, from the kinds alone: the same kinds give the same bytes. */
export function makeOutputs(kinds: readonly RegisteredKind[]): GeneratedFile[] {
  return kinds.map((kind) => {
    const { group, plural } = kind.names;
    const path = `crds/${group}_${plural}.yaml`;
    return makeManifest(path, kind.summary, [makeCustomResourceDefinition(kind)]);
  });
}
