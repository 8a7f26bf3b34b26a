import { defineConfig } from "vitest/config";

/** Two projects: pure suites share one context per worker, suites with servers and processes are isolated. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          include: ["test/{unit,table,property,contract,golden,simulation}/**/*.test.ts", "test/*.test.ts"],
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "live",
          include: ["test/{loopback,platform,e2e}/**/*.test.ts"],
          isolate: true,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
