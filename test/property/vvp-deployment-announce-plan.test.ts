import { describe, expect, it } from "vitest";
import { recordAnnotation, writeRecord } from "../../shared/core/record.ts";
import { conclude } from "../../shared/kinds/vvp-deployment/conclude.ts";
import { managementPolicy } from "../../shared/kinds/vvp-deployment/policies.ts";
import type { View } from "../../shared/kinds/vvp-deployment/view.ts";
import type { AppManagerAction } from "../../shared/ports/app-manager.ts";
import { conclusionLaw, decide } from "./plan-laws.ts";

type Made = ReturnType<typeof conclude>;

/** What is told of a pass, in its order. */
function newsOf({ announcements }: Made) {
  const all: AppManagerAction[] = [...(announcements?.afterRecord ?? []), ...(announcements?.afterStatus ?? [])];
  return all.flatMap((one) => (one.type === "app-manager/announce" ? [one.announcement] : []));
}

/** The view of a pass that finds record and status as the one before it has written them, and all else as it was. */
function afterwards(view: View, { record, status }: Made): View {
  const { annotations, ...metadata } = view.object.metadata;
  const written = record === undefined ? {} : { [recordAnnotation]: writeRecord(record) };
  const object = { ...view.object, metadata: { ...metadata, annotations: { ...annotations, ...written } }, status };
  return { ...view, object: object as View["object"], record };
}

describe("what is told of any pass", () => {
  it("hangs on a deployment of ours, or on none, and never on another's (R17)", () => {
    conclusionLaw((view, outcomes, made) => {
      const answers = outcomes.flatMap((one) => (one.result === "done" && one.value ? [one.value.id] : []));
      const ids = [...answers, ...(view.backend.found === "own" ? [view.backend.deployment.id] : [])];
      for (const { namespace, deploymentId, message } of newsOf(made)) {
        expect([view.target?.namespace, true]).toEqual([namespace, message.trim().length > 0]);
        if (deploymentId !== undefined) expect(ids).toContain(deploymentId);
      }
    });
  });

  it("is no projection that was not answered, and nothing where Weir may not write", () => {
    conclusionLaw((view, outcomes, made) => {
      const projected = newsOf(made).filter(({ message }) => message.startsWith("projected"));
      expect(projected.length).toBeLessThanOrEqual(outcomes.filter(({ result }) => result === "done").length);
      if (managementPolicy(view.object) !== "Full") expect(newsOf(made)).toEqual([]);
    });
  });

  it("is no warning that record and status show already (X7)", () => {
    conclusionLaw((view, outcomes, made) => {
      const next = afterwards(view, made);
      const { rule, result: plan } = decide(view);
      const again = conclude({ view: next, rule, plan, outcomes });
      const told = newsOf(made).map(({ message }) => message);
      const warnings = again.announcements?.afterStatus ?? [];
      const repeated = warnings.filter(
        (one) => one.type === "app-manager/announce" && told.includes(one.announcement.message),
      );
      expect(repeated).toEqual([]);
    });
  });
});
