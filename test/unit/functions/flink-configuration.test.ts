import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { connectFlinkPorts } from "../../../functions/connect-flink.ts";
import { readFlinkConfiguration } from "../../../functions/flink-configuration.ts";
import { temporaryFolders } from "../../temporary-folders.ts";

const makeFolder = temporaryFolders();
let folder = "";
beforeAll(() => {
  folder = makeFolder("flink-configuration");
});

function read(text: string, WEIR_FLINK_DEFAULTS: "guide" | "apache" = "guide") {
  const path = join(folder, "flink.yaml");
  writeFileSync(path, text);
  return readFlinkConfiguration({ WEIR_FLINK_CONFIGURATION: path, WEIR_FLINK_DEFAULTS });
}

const none = { WEIR_FLINK_CONFIGURATION: "", WEIR_FLINK_DEFAULTS: "guide" } as const;

describe("the operator's file of Flink's kinds", () => {
  it("holds options and defaults, and who reads them gets them all", () => {
    const judged = read(
      "kubernetes.operator.user.artifacts.allowed-schemes: https,http\ntaskmanager.numberOfTaskSlots: 2",
    );
    expect(judged).toMatchObject({
      configuration: { "taskmanager.numberOfTaskSlots": "2" },
      values: { artifactSchemes: ["https", "http"], refusesRestrictedHosts: true },
      problems: [],
      warnings: [],
    });
  });

  it("is empty where none is named: defaults, and nothing but https for artifacts", () => {
    const judged = readFlinkConfiguration(none);
    expect(judged).toMatchObject({ configuration: {}, values: { artifactSchemes: ["https"] }, problems: [] });
  });

  it.each<{ name: string; why: string; text: string; says: string }>([
    { name: "a line that is none", why: "a typo", text: "a: 1\nrubbish", says: "line 2 is no key: value" },
    {
      name: "a value that cannot be read",
      why: "the default would hold without a word",
      text: "kubernetes.operator.reconcile.interval: soon",
      says: "kubernetes.operator.reconcile.interval",
    },
    {
      name: "defaults of a version that is none",
      why: "they would be for nobody",
      text: "kubernetes.operator.default-configuration.flink-version.v9_9.a: b",
      says: "is for nobody",
    },
    {
      name: "JSON that is cut short",
      why: "a half written file",
      text: '{"a": ',
      says: "begins like JSON and is none",
    },
  ])("ends the process with one line for $name ($why)", ({ text, says }) => {
    const line = read(text);
    expect(line).toMatch(/^WEIR_FLINK_CONFIGURATION: [^\n]*$/);
    expect(line).toContain(says);
  });

  it("ends it where the file is not there, without its path's content", () => {
    const judged = readFlinkConfiguration({ ...none, WEIR_FLINK_CONFIGURATION: join(folder, "absent") });
    expect(judged).toBe("WEIR_FLINK_CONFIGURATION names a file that cannot be read");
  });

  it("only warns of another spelling and of what has no effect (5.6)", () => {
    const judged = read("kubernetes.operator.reconciler.reschedule.interval: 15 s\nkubernetes.operator.nothing: 1");
    expect(judged).toMatchObject({
      problems: [],
      warnings: [
        expect.stringContaining("is accepted"),
        expect.stringContaining("is no option that is known"),
        expect.stringContaining("reconcile.interval changes nothing here"),
      ],
    });
  });

  it.each([
    { line: "reconcile.interval: 15 s", place: "tick.schedule" },
    { line: "observer.rest-ready.delay: 10 s", place: "its REST answers" },
    { line: "watched.namespaces: flink-prod,flink-staging", place: "WEIR_NAMESPACES" },
  ])("says where $line is said in an installation (SP-10)", ({ line, place }) => {
    expect(read(`kubernetes.operator.${line}`)).toMatchObject({
      problems: [],
      warnings: [expect.stringContaining(place)],
    });
  });
});

describe("the way to Flink", () => {
  const judged = readFlinkConfiguration(none);
  if (typeof judged === "string") throw new Error(judged);

  it.each([
    { hosts: "services", why: "an installation calls nothing but Services", rejects: "is not the name of a Service" },
    { hosts: "any", why: "outside of a cluster there are none", rejects: "did not answer" },
  ] as const)("with WEIR_FLINK_HOSTS=$hosts: $why", async ({ hosts, rejects }) => {
    const { flink } = connectFlinkPorts({ WEIR_FLINK_CA: "", WEIR_FLINK_HOSTS: hosts }, judged);
    await expect(flink.overview({ url: "http://127.0.0.1:1" }, AbortSignal.timeout(5_000))).rejects.toThrow(rejects);
    flink.close();
  });

  it("fetches artifacts by the schemes of the file", async () => {
    const { flink, artifacts } = connectFlinkPorts({ WEIR_FLINK_CA: "", WEIR_FLINK_HOSTS: "services" }, judged);
    await expect(artifacts.open({ uri: "http://example.com/a.jar" })).rejects.toMatchObject({ code: "Rejected" });
    flink.close();
  });

  it("is refused where the authorities are not there", () => {
    const config = { WEIR_FLINK_CA: join(folder, "absent"), WEIR_FLINK_HOSTS: "services" } as const;
    expect(() => connectFlinkPorts(config, judged)).toThrow("cannot be read");
  });
});
