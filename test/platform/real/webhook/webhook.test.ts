import { afterAll, beforeAll, describe, inject } from "vitest";
import { describeAnswers } from "./answers.ts";
import { describeCertificates } from "./certificates.ts";
import { whyNoService } from "./cluster-address.ts";
import { untilProbe } from "./custody.ts";
import { describeDistrust } from "./distrust.ts";
import { describeOutages } from "./outages.ts";
import { describePreviews } from "./previews.ts";
import { describeReviews } from "./reviews.ts";
import { type Rig, startRig } from "./rig.ts";

const reason = await whyNoService();
if (reason !== undefined && process.env.CI === "true") throw new Error(reason);
if (reason !== undefined) console.warn(`\nSKIPPED: the webhook on a real control plane. ${reason}\n`);

let started: Rig | undefined;
const rig = () => started as Rig;

describe.skipIf(inject("controlPlane") === null || reason !== undefined)("the webhook of the manifests", () => {
  beforeAll(async () => {
    started = await startRig();
    await started.replaceFronts({});
    await untilProbe(started.plane, "denied");
  });
  afterAll(() => started?.close());

  describeReviews(rig);
  describePreviews(rig);
  describeAnswers(rig);
  describeOutages(rig);
  describeDistrust(rig);
  describeCertificates(rig);
});
