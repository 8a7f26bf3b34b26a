import { expect, it } from "vitest";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { searchSlice } from "../../search/slice.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { onControlPlane } from "../world/start-real-platform.ts";

const folder = temporaryFolders();

describeReal("processes that die, requests that fail, events that go astray", { timeout: 300_000 }, () => {
  it("break nothing on a real control plane: fixed seeds and new ones (S1, S2, S3, S7, S8, L1, L4)", async () => {
    const fixed = { first: 100, last: 107 };
    const startPlatform = onControlPlane(controlPlane());
    const slice = { platform: "real", startPlatform, fixed, fresh: 4, folder: folder("search") } as const;
    const { figures, met } = await searchSlice(slice);
    expect(figures.kills).toBeGreaterThan(10);
    expect(met.size).toBeGreaterThan(10);
  });
});
