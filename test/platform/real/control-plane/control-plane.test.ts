import { expect, it } from "vitest";
import { callApi, runKubectl, serviceAccountToken } from "./access.ts";
import { controlPlane, describeReal } from "./shared.ts";

describeReal("the real control plane", () => {
  it("is the version that its module pins", async () => {
    const { stdout } = await runKubectl(controlPlane(), ["version", "--output=json"]);
    const { clientVersion, serverVersion } = JSON.parse(stdout);
    expect([clientVersion.gitVersion, serverVersion.gitVersion]).toEqual(["v1.34.4", "v1.34.4"]);
  });

  it("has RBAC on: who was granted nothing may do nothing", async () => {
    const { code, stderr } = await runKubectl(controlPlane(), ["get", "secrets"], { user: "jane" });
    expect(code).toBe(1);
    expect(stderr).toContain('User "jane" cannot list resource "secrets"');
  });

  it("knows a ServiceAccount by the token that it made for it", async () => {
    const address = controlPlane();
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "somebody" } };
    await callApi(address, "POST", "/api/v1/namespaces/default/serviceaccounts", { body: account });
    try {
      const token = await serviceAccountToken(address, "default", "somebody");
      const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
      const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
      const { body } = await callApi(address, "POST", path, { token, body: review });
      expect(body).toMatchObject({ status: { userInfo: { username: "system:serviceaccount:default:somebody" } } });
    } finally {
      await callApi(address, "DELETE", "/api/v1/namespaces/default/serviceaccounts/somebody");
    }
  });

  it("runs its controllers: a namespace goes when it is deleted", async () => {
    const address = controlPlane();
    expect(await runKubectl(address, ["create", "namespace", "short"])).toMatchObject({ code: 0 });
    expect(await runKubectl(address, ["delete", "namespace", "short", "--timeout=40s"])).toMatchObject({ code: 0 });
  });
});
