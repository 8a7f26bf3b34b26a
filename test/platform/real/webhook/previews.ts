import { describe, expect, it } from "vitest";
import { callApi, runKubectl, serviceAccountToken } from "../control-plane/access.ts";
import { exampleIn } from "../crds/example.ts";
import { openTranscript } from "../crds/transcript.ts";
import { namespace, pathOf } from "./objects.ts";
import type { Rig } from "./rig.ts";

const mergePatch = "application/merge-patch+json";

/** What kubectl prints of what a change will do. */
export function describePreviews(rig: () => Rig): void {
  describe("a preview", () => {
    it("is printed by kubectl as the guide says", async () => {
      const { plane } = rig();
      const { run, text } = openTranscript(plane, "admin", namespace);
      const file = exampleIn(namespace).replace(
        "      state:",
        "      upgradeStrategy:\n        kind: STATEFUL\n      state:",
      );
      const running = file.replace("state: CANCELLED", "state: RUNNING");
      await run("apply --dry-run=server -f new.yaml", file);
      await runKubectl(plane, ["apply", "-f", "-"], { input: running });
      const token = await serviceAccountToken(plane, "weir-system", "weir-reconcile");
      const body = { status: { deploymentId: "1", actualState: "RUNNING" } };
      await callApi(plane, "PATCH", `${pathOf("my-deployment")}/status`, { type: mergePatch, token, body });
      await run("apply --dry-run=server -f same.yaml", running);
      const parallel = running.replace("engineVersionName:", "parallelism: 4\n          engineVersionName:");
      await run("apply --dry-run=server -f changed.yaml", parallel);
      const asking = file.replace("  syncingMode: PATCH", "  syncingMode: PATCH\n  savepointNonce: 1");
      await run("apply --dry-run=server -f stopped.yaml", asking);
      await runKubectl(plane, ["delete", "vvpd", "my-deployment", "-n", namespace], {});
      await expect(text()).toMatchFileSnapshot("golden/preview.txt");
    });
  });
}
