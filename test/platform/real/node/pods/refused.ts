import { weirImage } from "./image-name.ts";

/** A pod of the image with this security context of its container, and nothing else that anybody asks for. */
export function nakedPod(securityContext: object): object {
  return {
    metadata: { name: "naked" },
    spec: { containers: [{ name: "naked", image: weirImage, securityContext }], terminationGracePeriodSeconds: 0 },
  };
}

const confined = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
};

/** Containers that the namespace refuses, with what it says. */
export const rootless = [
  { name: "it says nothing", security: {}, says: "runAsNonRoot != true" },
  { name: "it asks for user 0", security: { ...confined, runAsUser: 0 }, says: "must not set runAsUser=0" },
  { name: "it may be root", security: { ...confined, runAsNonRoot: false }, says: "runAsNonRoot != true" },
  {
    name: "it could get more",
    security: { ...confined, allowPrivilegeEscalation: true },
    says: "allowPrivilegeEscalation",
  },
  { name: "it keeps capabilities", security: { ...confined, capabilities: {} }, says: "unrestricted capabilities" },
];
