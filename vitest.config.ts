import { defineConfig } from "vitest/config";
import { patienceMs } from "./test/patience.ts";
import { SimulationsFirst } from "./test/simulations-first.ts";

/**
 * Four projects: pure suites share one context per worker; suites with servers and processes are isolated; those on the
 * real control plane share it, so they run one after the other; those on a real node run inside of a sandbox.
 * The limits are for what hangs: a busy machine is no failure, so they leave room for `patienceMs` and more.
 */
export default defineConfig({
  test: {
    expect: { poll: { timeout: patienceMs } },
    sequence: { sequencer: SimulationsFirst },
    projects: [
      {
        test: {
          name: "pure",
          include: ["test/{unit,table,property,contract,golden,simulation,hostile}/**/*.test.ts", "test/*.test.ts"],
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "live",
          include: ["test/{loopback,platform,e2e}/**/*.test.ts"],
          exclude: ["test/platform/real/**"],
          isolate: true,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "real",
          include: ["test/platform/real/**/*.test.ts"],
          exclude: ["test/platform/real/node/**"],
          globalSetup: ["test/platform/real/global-setup.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "node",
          include: ["test/platform/real/node/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
