import { describe, expect, it } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import type { Reply } from "../../../../shared/runtime/exchange.ts";
import { World } from "../../../world/world.ts";
import { findings } from "../hostile.ts";
import { outputFindings, textFindings } from "../outputs.ts";
import { makePods } from "../pods.ts";
import { envelopeCases } from "./envelopes.ts";
import { mutatedReviews } from "./mutations.ts";
import { objectCases } from "./objects.ts";
import type { ReviewCase } from "./review-case.ts";

const world = new World();
const pods = makePods(world);
const cases = [...envelopeCases, ...objectCases, ...mutatedReviews];

/** An AdmissionReview with the request's uid and the right verdict, or 400; one look at one Secret at most (D11, D13). */
function judge({ verdict, uid }: ReviewCase, { status, json }: Reply): string[] {
  const calls = world.trace.splice(0);
  const strange = calls.filter((call) => call.to !== "api" || call.verb !== "secret");
  // The uid is the sender's own, of whatever length, and comes back as it is.
  const shown = { ...(at(json, "response") as object), uid: undefined };
  return [
    ...(status === 200 ? answered(verdict, uid, json) : refused(verdict, status)),
    ...(calls.length > 1 || strange.length > 0 ? [`${calls.length} calls`] : []),
    ...outputFindings(world, status === 200 ? shown : json),
  ];
}

function refused(verdict: ReviewCase["verdict"], status: number): string[] {
  return verdict === "refused" && status === 400 ? [] : [`${status} where it is to be ${verdict}`];
}

function answered(verdict: ReviewCase["verdict"], uid: unknown, json: unknown): string[] {
  const [allowed, code, message, warnings] = [
    at(json, "response", "allowed"),
    at(json, "response", "status", "code"),
    at(json, "response", "status", "message"),
    at(json, "response", "warnings") ?? [],
  ];
  const said = allowed === true ? "allowed" : "denied";
  const sound = Array.isArray(warnings) && warnings.every((one) => typeof one === "string" && one !== "");
  return [
    ...(at(json, "apiVersion") === "admission.k8s.io/v1" && at(json, "kind") === "AdmissionReview"
      ? []
      : ["no review"]),
    ...(at(json, "response", "uid") === uid ? [] : ["another uid"]),
    ...(verdict === said || verdict === "either" ? [] : [`${said} where it is to be ${verdict}`]),
    ...(typeof allowed === "boolean" && sound ? [] : ["a response that is none"]),
    ...(allowed === true || (code === 422 && typeof message === "string" && message !== "")
      ? []
      : ["a denial without a word"]),
  ];
}

describe("hostile AdmissionReviews", () => {
  it("are as many as ever", () => {
    expect(cases.length).toBe(1_018);
  });

  it("get a review with their uid, or 400 (D11, S10)", async () => {
    const wrong = await findings(cases, async (one) => {
      const sent = {
        headers: [["content-type", "application/json"]] as const,
        body: new TextEncoder().encode(one.body),
      };
      return judge(one, await pods.admission(sent));
    });
    expect(wrong).toEqual([]);
  });

  it("leave no secret in the metrics (S7)", async () => {
    const text = await pods.metrics.text();
    expect(
      textFindings({
        series: text
          .split("\n")
          .filter((line) => line.startsWith("weir_admission"))
          .join("\n"),
      }),
    ).toEqual([]);
  });
});
