import { describe, expect, it } from "vitest";
import { validate } from "../../../../shared/core/validate.ts";
import { flinkSessionJobDefinition } from "../../../../shared/kinds/flink-session-job/definition.ts";
import { sessionJob } from "../../../builders/flink-session-job.ts";
import { settings } from "../../../table/flink/flink-rig.ts";
import { findings } from "../hostile.ts";
import { jarUris } from "./jar-uris.ts";

/** The operator allows `http` too, so that it is not the scheme alone that keeps the inside closed. */
const lenient = {
  ...settings,
  flinkConfiguration: { "kubernetes.operator.user.artifacts.allowed-schemes": "http,https" },
};

/** What admission says about a session job with that JAR. */
function saysOf(jarURI: string): string[] {
  const { schema, rules } = flinkSessionJobDefinition;
  const object = sessionJob({ job: { jarURI } });
  return validate({ schema, rules }, { object, settings: lenient }).map(({ path, message }) => `${path} ${message}`);
}

describe("hostile addresses of a JAR", () => {
  it("are as many as ever", () => {
    const led = jarUris.filter(({ leads }) => leads);
    const judged = jarUris.filter(({ refusedBy }) => refusedBy === "admission");
    expect([jarUris.length, led.length, judged.length]).toEqual([379, 136, 329]);
  });

  it("are refused at admission with a reason, but for names, which only whoever fetches resolves (FS-4 to FS-7)", async () => {
    const wrong = await findings(jarUris, ({ uri, refusedBy }) => {
      const said = saysOf(uri(8081));
      const isRefused = said.length > 0;
      const isAbout = said.every((one) => one.startsWith("spec.job.jarURI ") && !one.includes("secret"));
      return isRefused === (refusedBy === "admission") && isAbout ? [] : [`${JSON.stringify(uri(8081))}: ${said}`];
    });
    expect(wrong).toEqual([]);
  });
});
