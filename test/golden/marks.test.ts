import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { marks } from "../../crds/reference/marks.ts";
import * as names from "../../shared/kinds/vvp-deployment/names.ts";

const keys = Object.entries(names)
  .filter(([name]) => /(Label|Annotation)$/.test(name))
  .map(([, key]) => String(key));
const listed = marks.VvpDeployment ?? [];

it("the reference lists the label and every annotation that a VvpDeployment may have (R9, R13)", () => {
  expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
});

it.each(listed)("the guide that tells of $key names it", ({ key, guide, section }) => {
  const page = readFileSync(new URL(`../../docs/guides/${guide}.md`, import.meta.url), "utf8");
  expect(page).toContain(key);
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-"));
  if (section !== undefined) expect(anchors).toContain(section);
});

it.each(keys.filter((key) => key.startsWith("weir.dev/")))("the table of the policies guide has %s", (key) => {
  const page = readFileSync(new URL("../../docs/guides/policies.md", import.meta.url), "utf8");
  expect(page).toContain(`| \`${key}\` |`);
});
