import { describe, expect, it } from "vitest";
import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import { collectionPath } from "../../../../shared/adapters/app-manager/paths.ts";
import { objectPath, resourcePath } from "../../../../shared/adapters/kubernetes/paths.ts";
import { isOperatorError } from "../../../../shared/core/error.ts";
import { readConfig } from "../../../../shared/runtime/config.ts";
import { findings } from "../hostile.ts";
import { segmentCases } from "./segments.ts";
import { addressCases } from "./urls.ts";

const env = { WEIR_INSTANCE_ID: "weir", WEIR_APPMANAGER_URL: "http://platform.example" };
const secrets = { read: async () => ({ token: "x" }) };
const vvps = { group: "ververica.platform", version: "v1", plural: "vvpdeployments" };

/** The problems of a configuration that has the text under that name. */
function problems(name: string, text: string): readonly string[] {
  const reading = readConfig("reconcile", { ...env, [name]: text });
  return "problems" in reading ? reading.problems : [];
}

/** What is wrong with a path: a segment more or less than meant, or one that a URL parser understands otherwise. */
function pathFindings(make: () => string, segments: number): string[] {
  try {
    const path = make();
    const parsed = new URL(`http://host.example/base${path}`);
    const whole = parsed.host === "host.example" && parsed.pathname === `/base${path}` && parsed.search === "";
    const count = path.split("/").length - 1;
    return [...(whole ? [] : [`${path} becomes ${parsed.href}`]), ...(count === segments ? [] : [`${count} segments`])];
  } catch (error) {
    return isOperatorError(error) && error.code === "Rejected" ? [] : [String(error)];
  }
}

describe("hostile addresses", () => {
  it("are as many as ever", () => {
    expect([addressCases.length, segmentCases.length]).toEqual([192, 84]);
  });

  it("of the platform: a process starts with it or says why not, without repeating it (S7)", async () => {
    const wrong = await findings(addressCases, ({ text, taken }) => {
      const said = problems("WEIR_APPMANAGER_URL", text);
      const repeats = said.some((one) => one.includes("secret") || one.includes(text.trim() || "\u0000"));
      return [...((said.length === 0) === taken ? [] : [`taken: ${said.length === 0}`]), ...(repeats ? said : [])];
    });
    expect(wrong).toEqual([]);
  });

  it("of the platform: what a process starts with can be connected to", async () => {
    const wrong = await findings(
      addressCases.filter(({ taken }) => taken),
      ({ text }) => {
        connectAppManager({ url: text, secrets, instanceId: "weir", version: "0" }).close();
        return [];
      },
    );
    expect(wrong).toEqual([]);
  });

  it("of our own service: the same schemes, no credentials", async () => {
    const wrong = await findings(
      addressCases.filter(({ id }) => !id.includes("below-api")),
      ({ text, taken }) => {
        return (problems("WEIR_SELF_URL", text).length === 0) === taken ? [] : ["judged otherwise than the platform's"];
      },
    );
    expect(wrong).toEqual([]);
  });

  it("in a path: one segment each, or nothing is sent", async () => {
    const wrong = await findings(segmentCases, ({ text }) => [
      ...pathFindings(() => collectionPath(text, "deployments"), 5),
      ...pathFindings(() => resourcePath(vvps, text), text === "" ? 4 : 6),
      ...pathFindings(() => objectPath(vvps, { kind: "VvpDeployment", namespace: text, name: text }), 7),
    ]);
    expect(wrong).toEqual([]);
  });
});
