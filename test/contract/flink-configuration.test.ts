import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDurationFor } from "../../shared/core/notation/duration.ts";
import { readList, readMap, readMaps } from "../../shared/core/notation/list-and-map.ts";
import { readMemory } from "../../shared/core/notation/memory-size.ts";
import { mapReading, type Reading } from "../../shared/core/notation/reading.ts";
import { readBoolean, readDouble, readInteger } from "../../shared/core/notation/scalar.ts";
import { keyFor, renamings } from "../../shared/flink/spellings.ts";
import { atLeast, type FlinkVersion, findFlinkVersion } from "../../shared/flink/versions.ts";

type Recorded = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

const fixture = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures/flink-configuration", name), "utf8"));

const recorded: Recorded = fixture("readings.json");
const knownKeys: Readonly<Record<string, readonly string[]>> = fixture("known-keys.json");

function versionOf(number: string): FlinkVersion | undefined {
  const [major, minor] = number.split(".");
  return findFlinkVersion(`v${major}_${minor}`);
}

const readers: Readonly<Record<string, (text: string, version: FlinkVersion) => Reading<unknown>>> = {
  "durations in ms": (text, version) => readDurationFor(version, text),
  "memory in bytes": readMemory,
  lists: readList,
  maps: (text) => mapReading(readMap(text), Object.fromEntries),
  "lists of maps": (text) => mapReading(readMaps(text), (maps) => maps.map((map) => Object.fromEntries(map))),
  booleans: readBoolean,
  integers: readInteger,
  doubles: readDouble,
};

/** What Weir reads although Flink refuses it; it reaches Flink in Flink's own notation. */
const wider: Readonly<Record<string, unknown>> = {
  "memory in bytes 2Gi": 2 ** 31,
  "maps a:b:c": { a: "b:c" },
};

const rows = Object.entries(recorded).flatMap(([version, groups]) =>
  Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([text, value]) => ({ version, group, text, value })),
  ),
);

describe("values are read as Flink itself reads them", () => {
  it("compares many, of old and new versions", () => {
    expect(rows.length).toBeGreaterThan(400);
    expect(Object.keys(recorded)).toEqual(["1.16.3", "1.20.4", "2.0.1", "2.2.1"]);
  });

  it.each(rows)("$version, $group: $text", ({ version, group, text, value }) => {
    const known = versionOf(version);
    expect(known).toBeDefined();
    if (known === undefined) return;
    const reading = readers[group]?.(text, known);
    const wanted = wider[`${group} ${text}`] ?? value;
    expect(reading?.ok ? reading.value : null).toEqual(wanted);
  });
});

describe("options are spelled as Flink itself spells them", () => {
  const inCore = renamings.filter(({ formerly }) => knownKeys["1.16.3"]?.includes(formerly));
  const cases = Object.entries(knownKeys).flatMap(([version, keys]) =>
    inCore.map(({ key, formerly, since }) => ({ version, keys, key, formerly, since })),
  );

  it("compares the options that flink-core has always had", () => {
    expect(inCore.map(({ formerly }) => formerly)).toEqual([
      "high-availability",
      "restart-strategy",
      "state.backend",
      "env.java.opts",
      "state.checkpoints.dir",
      "state.savepoints.dir",
      "state.checkpoints.num-retained",
      "state.checkpoint-storage",
      "state.backend.incremental",
    ]);
  });

  it.each(cases)("$version knows $key: since $since", ({ version, keys, key, formerly, since }) => {
    const known = versionOf(version);
    expect(keys.includes(key)).toBe(known !== undefined && atLeast(known.name, since));
    expect(keys).toContain(known === undefined ? undefined : keyFor(known.name, formerly));
  });
});
