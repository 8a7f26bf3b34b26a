import { mostAttributes } from "../../../../shared/adapters/knative/attributes.ts";
import { binary, type EventCase, events, soundAttributes, structured } from "./event-case.ts";

const required = ["specversion", "id", "source", "type"] as const;

/** Values that are none, or cannot be decoded. */
const broken = [
  "",
  " ",
  "\t",
  '""',
  "%ff",
  "%C3%28",
  "%ED%A0%80",
  "%E4",
  "a%00b",
  "a%0d%0ab",
  "a\r\nce-x: y",
  "\u0007",
  "%7F",
];

/** Values of `specversion` that are not 1.0; it is compared after it was unquoted and decoded. */
const versions = [
  "0.3",
  "1",
  "1.1",
  "1.0.0",
  "2.0",
  "v1.0",
  "1.0, 1.0",
  "１.０",
  "01.0",
  "1.00",
  "-1.0",
  "null",
  "true",
];

const odd = [
  "%",
  "%zz",
  "%2",
  "x".repeat(8_192),
  "x".repeat(60_000),
  '"quoted \\" text"',
  "😀",
  "%F0%9F%98%80",
  "../..",
  "a, b",
];

const wrongTimes = [
  "",
  "0",
  "now",
  "2026",
  "2026-11-21",
  "2026-11-21T10:00:00",
  "2026-11-21T10:00Z",
  "2026-11-21 10:00:00Z",
  "20261121T100000Z",
  "2026-13-01T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-01-32T00:00:00Z",
  "2026-01-01T25:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:61Z",
  "2026-01-01T00:00:00+25:00",
  "2026-01-01T00:00:00+0100",
  "2026-01-01T00:00:00.Z",
  "2026-01-01T00:00:00,5Z",
  "+002026-01-01T00:00:00Z",
  "-2026-01-01T00:00:00Z",
  "99999-01-01T00:00:00Z",
  "1e400",
  "NaN",
  "Sat, 21 Nov 2026 10:00:00 GMT",
  "1795255200",
  "２０２６-01-01T00:00:00Z",
  "2026-01-01T00:00:00Z, 2026-01-01T00:00:00Z",
  `2026-01-01T00:00:00.${"1".repeat(50_000)}`,
];

const soundTimes = [
  "2026-11-21T10:00:00Z",
  "2026-11-21t10:00:00z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999Z",
];

const wrongNames = [
  "",
  "a_b",
  "a-b",
  "a.b",
  "é",
  "a b",
  "data",
  "__proto__",
  "a\u0000",
  "%61",
  "$",
  `${"a".repeat(40_000)}_`,
];
const soundNames = ["constructor", "prototype", "tostring", "hasownproperty", "x".repeat(40_000), "then", "0"];

/** Extensions that an event may have besides what makes it sound. */
const most = mostAttributes - Object.keys(soundAttributes).length;

const extensions = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, "1"]));

/** Attributes that are missing, sent twice, too long, or no text at all. */
export const attributeCases: readonly EventCase[] = [
  ...events(
    "missing",
    [400],
    required.map((name) => binary({ [name]: undefined })),
  ),
  ...required.flatMap((name) =>
    events(
      `broken-${name}`,
      [400],
      broken.map((value) => binary({ [name]: value })),
    ),
  ),
  ...events(
    "version",
    [400],
    versions.map((value) => binary({ specversion: value })),
  ),
  ...events("version-twice", [400], [binary({ specversion: ["1.0", "1.0"] }), binary({ specversion: ["1.0", ""] })]),
  ...events(
    "encoded-version",
    [204],
    ["%31.0", '"1.0"', " 1.0 ", "1%2E0"].map((value) => binary({ specversion: value })),
  ),
  ...events(
    "odd-id",
    [204],
    odd.map((value) => binary({ id: value })),
  ),
  ...events(
    "odd-source",
    [204],
    odd.map((value) => binary({ source: value })),
  ),
  ...events(
    "odd-subject",
    [204],
    odd.map((value) => binary({ subject: value })),
  ),
  ...events("id-twice", [204], [binary({ id: ["1", "2"] }), binary({ id: Array.from({ length: 500 }, () => "1") })]),
  ...events(
    "time",
    [400],
    wrongTimes.map((value) => binary({ time: value })),
  ),
  ...events(
    "sound-time",
    [204],
    soundTimes.map((value) => binary({ time: value })),
  ),
  ...events(
    "attribute-name",
    [400],
    wrongNames.map((name) => binary({ [name]: "1" })),
  ),
  ...events(
    "sound-attribute-name",
    [204],
    soundNames.map((name) => binary({ [name]: "1" })),
  ),
  ...events(
    "attribute-value",
    [400],
    broken.slice(4).map((value) => binary({ extension: value })),
  ),
  ...events(
    "many-attributes",
    [204],
    [binary(extensions(most)), structured({ ...soundAttributes, ...extensions(most) })],
  ),
  ...events(
    "too-many-attributes",
    [400],
    [
      ...[most + 1, 2_000].map((count) => binary(extensions(count))),
      ...[most + 1, 100_000].map((count) => structured({ ...soundAttributes, ...extensions(count) })),
    ],
  ),
];
