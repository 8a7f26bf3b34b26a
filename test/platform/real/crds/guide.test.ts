import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { untilDefined } from "../../../patience.ts";
import { knativeStubs } from "../chart/knative-stubs.ts";
import { mustRun } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { runInShell } from "./guide.ts";

/** A guide's command that hangs has to tell which one it is: a test whose time is over tells nothing. */
describeReal("a guide's commands", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "weir-guide-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("give what they printed; one that fails ends them and says why", async () => {
    expect(await runInShell(controlPlane(), "echo one; kubectl get namespace default -o name")).toBe(
      "one\nnamespace/default\n",
    );
    await expect(runInShell(controlPlane(), "echo one; kubectl get namespace nowhere; echo two")).rejects.toThrow(
      /ended with 1: one\nError from server \(NotFound\)/,
    );
  });

  it("that hang are ended, with what they printed and with what is still being deleted", async () => {
    const plane = controlPlane();
    const name = "crd/services.serving.knative.dev";
    const stub = structuredClone(knativeStubs.items[0]) as { metadata: { finalizers?: string[] } };
    stub.metadata.finalizers = ["weir.dev/held"];
    await mustRun(plane, ["apply", "-f", "-"], JSON.stringify(stub));
    const [begun, stop] = [join(folder, "begun"), new AbortController()];
    const script = `kubectl delete --wait=false ${name}; touch ${begun}; kubectl wait --for=delete ${name} --timeout=10m`;
    const ended = runInShell(plane, script, stop.signal).catch((error: Error) => error.message);
    try {
      await untilDefined(
        () => existsSync(begun) || undefined,
        50,
        () => "the kind was not deleted",
      );
      stop.abort();
      const said = await ended;
      expect(said).toContain('"services.serving.knative.dev" deleted');
      // Others may be on their way out as well, and namespaces come first.
      expect(said).toMatch(/being deleted: (?:.*\n)*?services\.serving\.knative\.dev; /);
      expect(said).toContain("the controllers said last:");
    } finally {
      stop.abort();
      await mustRun(plane, ["patch", name, "--type=merge", "-p", '{"metadata":{"finalizers":null}}']);
    }
  });
});
