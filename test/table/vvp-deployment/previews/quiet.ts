import { paused, putMode, type Row, running, template } from "./parts.ts";

const observed = { "metadata.annotations": { "weir.dev/management-policy": "ObserveOnly" } };

/** Edits that send nothing, or something else than what they change. */
export const quiet: readonly Row[] = [
  { name: "the same again", why: "nothing happens", before: running, edit: running, says: [] },
  {
    name: "another label",
    why: "no pass acts on it",
    before: running,
    edit: { ...running, "metadata.labels.a": "b" },
    says: [],
  },
  { name: "the mode alone", why: "AMB-7: no call", before: running, edit: { ...running, ...putMode }, says: [] },
  {
    name: "initFields of what exists",
    why: "R29: only at creation",
    before: running,
    edit: { ...running, "spec.initFields.spec.state": "CANCELLED" },
    says: [],
  },
  {
    name: "a nonce taken back",
    why: "AMB-2: null asks for nothing",
    before: { ...running, "spec.savepointNonce": 1 },
    edit: { ...running, "spec.savepointNonce": null },
    says: [],
  },
  {
    name: "a change while it is paused",
    why: "R94",
    before: { ...running, ...paused },
    edit: { ...running, ...paused, ...template },
    says: ["sends nothing to the platform. The annotation weir.dev/paused is set."],
  },
  {
    name: "the end of looking only",
    why: "the deployment changes with it",
    before: { ...running, ...observed },
    edit: running,
    says: ["projects again, with all that was changed in the meantime"],
  },
  {
    name: "a change while it is only looked at",
    why: "weir.dev/management-policy",
    before: { ...running, ...observed },
    edit: { ...running, ...observed, ...template },
    says: ["sends nothing to the platform. The annotation weir.dev/management-policy is ObserveOnly."],
  },
  {
    name: "a label while it is paused",
    why: "nothing would happen without the pause either",
    before: { ...running, ...paused },
    edit: { ...running, ...paused, "metadata.labels.a": "b" },
    says: [],
  },
  {
    name: "the end of a pause",
    why: "what was held back is not in this edit",
    before: { ...running, ...paused },
    edit: running,
    says: ["projects again, with all that was changed in the meantime"],
  },
];
