import { describe, expect, it } from "vitest";
import { symptoms } from "../../crds/reference/symptoms.ts";
import { makeTroubleshootingPage, troublesOf } from "../../crds/reference/troubleshooting.ts";
import { kinds } from "../../shared/kinds/index.ts";

const { content } = makeTroubleshootingPage(kinds);

describe.each(kinds.map((kind) => ({ name: kind.names.kind, kind })))(
  "troubleshooting of a $name",
  ({ name, kind }) => {
    const unhealthy = kind.conditions.flatMap(({ healthyWhen, reasons }) =>
      Object.entries(reasons).filter(([, { status }]) => status !== healthyWhen),
    );
    const seen = new Set((symptoms[name] ?? []).flatMap(({ reasons }) => reasons));

    it.each(unhealthy)("has a section for %s, and its next step", (reason, { meaning, action }) => {
      const own = content.split("\n## ").find((one) => one.startsWith(`${name}\n`));
      const section = own?.split("#### ").find((one) => one.startsWith(`${reason}\n`));
      expect(section).toContain(meaning);
      expect(section).toContain(`**Next step:** ${action ?? "Nothing."}`);
    });

    it.each(unhealthy)("%s says what to do, or that nothing is to be done (R134)", (_reason, { meaning, action }) => {
      expect(action ?? meaning).toMatch(action === undefined ? /nothing is to be done/ : /\w/);
    });

    it("leads to every reason from something that a user sees, and to no other", () => {
      expect([...seen].sort()).toEqual(
        troublesOf(kind)
          .map(({ reason }) => reason)
          .sort(),
      );
    });

    it("has a symptom for every condition that kubectl get -o wide shows", () => {
      const sees = (symptoms[name] ?? []).map((one) => one.sees).join("\n");
      const types = kind.conditions.map(({ type }) => type).filter((type) => type !== "DeletionBlocked");
      const columns = kind.columns.map((column) => column.name).filter((column) => types.includes(column));
      for (const column of columns) expect(sees).toContain(column.toUpperCase());
    });
  },
);

it("every link leads to a section", () => {
  const headings = [...content.matchAll(/^#### (\w+)$/gm)].map(([, reason = ""]) => reason.toLowerCase());
  const sections = new Set(
    headings.map((one, index) => {
      const times = headings.slice(0, index).filter((other) => other === one).length;
      return times === 0 ? one : `${one}-${times}`;
    }),
  );
  for (const [, target = ""] of content.matchAll(/\(#([\w-]+)\)/g)) expect(sections).toContain(target);
});
