import { OperatorError } from "../../shared/core/error.ts";
import type { Artifact, Artifacts, OpenArtifact } from "../../shared/ports/artifacts.ts";

/** Artifacts in memory, by their URI. */
export class MemoryArtifacts implements Artifacts {
  readonly files = new Map<string, string>();

  async open({ uri }: Artifact): Promise<OpenArtifact> {
    const content = this.files.get(uri);
    if (content === undefined) throw new OperatorError("Missing", `there is nothing at ${uri}`);
    const bytes = Buffer.from(content);
    return { content: once(bytes), length: bytes.length, close: () => {} };
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
