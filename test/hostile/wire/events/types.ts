import { binary, type EventCase, events } from "./event-case.ts";

/** Types that nobody acts upon. */
const unknown = [
  "x",
  "dev.weir",
  "dev.weir.follow.",
  "dev.weir.follows",
  "DEV.WEIR.FOLLOW",
  "dev.weir.reconcile.requested.again",
  "dev.weir.sweep2",
  "dev.knative.apiserver.resource.updated",
  "dev.knative.apiserver.resource.",
  "dev.knative.apiserver.resource.update.x",
  "xdev.knative.apiserver.resource.update",
  "dev.knative.apiserver.RESOURCE.update",
  "dev.knative.apiserver.ref.patch",
  "dev.knative.sources.ping2",
  "__proto__",
  "constructor",
  "toString",
  "<script>",
  "dev.weir.fоllow",
  "x".repeat(50_000),
];

/** Types beside the ones that are acted upon; they are taken, and nothing is done. */
export const typeCases: readonly EventCase[] = [
  ...events(
    "type",
    [204],
    unknown.map((type) => binary({ type }, "{}")),
    0,
  ),
  ...events(
    "encoded-type",
    [204],
    ["dev%2Eweir.fol%6Cow2", '"x"'].map((type) => binary({ type }, "{}")),
    0,
  ),
];
