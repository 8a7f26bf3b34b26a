import { describe, expect, it } from "vitest";
import { planIngress } from "../../../../shared/flink/cluster/plan-ingress.ts";

const cluster = { name: "my-app", namespace: "flink-prod" };
const address = (template: string, tls: { hosts: string[] }[] = []) => {
  const { ingress, problems } = planIngress({ template, tls }, cluster);
  expect(problems).toEqual([]);
  return [ingress?.hosts, ingress?.path];
};

describe("the address of an ingress (3.7, 8.1/52)", () => {
  it.each([
    {
      template: "flink.example.com/{{namespace}}/{{name}}(/|$)(.*)",
      host: "flink.example.com",
      path: "/flink-prod/my-app(/|$)(.*)",
    },
    { template: "{{name}}.{{namespace}}.example.com", host: "my-app.flink-prod.example.com", path: "/" },
    { template: "https://{{NAME}}.example.com:8443/ui", host: "my-app.example.com", path: "/ui" },
    { template: "{{ Name }}.Example.com/{{nameSpace}}", host: "my-app.example.com", path: "/flink-prod" },
    { template: "*.example.com/x", host: "*.example.com", path: "/x" },
  ])("$template", ({ template, host, path }) => {
    expect(address(template)).toEqual([[host], path]);
  });

  it("is any host's for the guide's template without tls, and that of tls with it", () => {
    const guide = "/{{namespace}}/{{name}}(/|$)(.*)";
    expect(address(guide)).toEqual([[undefined], "/flink-prod/my-app(/|$)(.*)"]);
    expect(address(guide, [{ hosts: ["flink.example.com"] }])).toEqual([
      ["flink.example.com"],
      "/flink-prod/my-app(/|$)(.*)",
    ]);
  });

  it.each([
    { template: undefined, path: "spec.ingress.template", message: /^Required value$/ },
    { template: "  ", path: "spec.ingress.template", message: /^Required value$/ },
    {
      template: "{{cluster}}.example.com",
      path: "spec.ingress.template",
      message: /has \{\{cluster\}\}, which nothing fills in/,
    },
    {
      template: "under_score.example.com",
      path: "spec.ingress.template",
      message: /"under_score\.example\.com", which is no DNS name/,
    },
    { template: `${"a".repeat(64)}.example.com`, path: "spec.ingress.template", message: /no DNS name/ },
    { template: "host/a b", path: "spec.ingress.template", message: /"\/a b", which has a blank/ },
  ])("refuses $template", ({ template, path, message }) => {
    expect(planIngress({ template: template ?? null }, cluster).problems).toEqual([
      { path, message: expect.stringMatching(message) },
    ]);
  });

  it("is none without a spec, and with null", () => {
    expect(planIngress(undefined, cluster)).toEqual({ problems: [] });
    expect(planIngress(null, cluster)).toEqual({ problems: [] });
  });
});
