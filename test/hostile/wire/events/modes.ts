import { canary } from "../outputs.ts";
import { resource } from "../worlds.ts";
import { binary, type EventCase, events, soundAttributes, structured } from "./event-case.ts";

const object = JSON.stringify({
  kind: resource.kind,
  metadata: { namespace: resource.namespace, name: resource.name },
});
const envelope = { ...soundAttributes, datacontenttype: "application/json" };

const notTaken = [
  "application/cloudevents",
  "application/cloudevents+xml",
  "application/cloudevents+avro",
  "application/cloudevents-batch+json",
  "application/cloudevents+json+zip",
  "APPLICATION/CLOUDEVENTS-BATCH+JSON; charset=utf-8",
  "application/cloudeventsx",
];

const uselessTypes = [
  "",
  " ",
  "text/plain",
  "text/html; charset=utf-8",
  "application/xml",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  'application/json; charset="utf-7"',
  "application/json;charset=;charset=utf-16",
  "application/jsonx",
  ";;;;",
  `application/json; ${"a=b; ".repeat(2_000)}`,
  "x".repeat(12_000),
  `application/json${" ".repeat(12_000)};`,
];

const notText: readonly unknown[] = [[], {}, ["1.0"], { value: "1.0" }, [[]], { toString: null }];
const notSound: readonly unknown[] = [0, -1, 1e300, true, false, ""];
const attributes = ["specversion", "id", "source", "type", "kind", "namespace", "name", "subject", "time", "extension"];

const encoded = (text: string) => Buffer.from(text).toString("base64");
const wrongBase64 = [
  "%%%",
  "a",
  "ab=",
  "=abc",
  "a b=",
  "YQ",
  encoded("{"),
  encoded("no json"),
  encoded("[1,]"),
  "-_-_",
];

/** Binary, structured and batched events taken for one another. */
export const modeCases: readonly EventCase[] = [
  ...events(
    "not-taken",
    [415],
    notTaken.map((type) => binary({}, `[${JSON.stringify(envelope)}]`, type)),
  ),
  ...events(
    "useless-type",
    [204],
    uselessTypes.map((type) => binary({}, object, type)),
  ),
  ...events(
    "binary-as-structured",
    [400],
    [structured(object), structured("[]"), structured(`[${JSON.stringify(envelope)}]`)],
  ),
  ...events(
    "structured-as-binary",
    [400],
    [{ ...structured(envelope), headers: [["content-type", "application/json"]] }],
  ),
  ...events(
    "both",
    [204],
    [
      structured(envelope, binary({ name: "another", kind: "Secret" }).headers.slice(0, -1)),
      structured(envelope, binary({ specversion: "0.3", type: "dev.weir.follow" }).headers.slice(0, -1)),
    ],
  ),
  ...events(
    "attribute-of-no-text",
    [400],
    attributes.flatMap((name) => notText.map((value) => structured({ ...envelope, [name]: value }))),
  ),
  ...events(
    "attribute-of-another-type",
    [204, 400],
    attributes.flatMap((name) => notSound.map((value) => structured({ ...envelope, [name]: value }))),
  ),
  ...events(
    "required-null",
    [400],
    ["specversion", "id", "source", "type"].map((name) => structured({ ...envelope, [name]: null })),
  ),
  ...events(
    "long-name",
    [400],
    [
      structured({ ...envelope, [canary]: "1", [`${canary}-`.repeat(50_000)]: "1" }),
      structured({ ...envelope, [`${canary}${"\u202e".repeat(1_000)}`]: "1" }),
      structured({ ...envelope, [`x${"x".repeat(1_000_000)}`]: [canary] }),
      structured({ ...envelope, [`${canary} \r\n\u2028`]: {} }),
    ],
  ),
  ...events(
    "base64",
    [400],
    wrongBase64.map((text) => structured({ ...envelope, data_base64: text })),
  ),
  ...events(
    "base64-of-no-text",
    [400],
    [1, true, [], {}].map((value) => structured({ ...envelope, data_base64: value })),
  ),
  ...events("data-twice", [400], [structured({ ...envelope, data: 1, data_base64: encoded("1") })]),
  ...events(
    "sound-base64",
    [204],
    [structured({ ...envelope, data_base64: encoded(object) }), structured({ ...envelope, data_base64: "" })],
  ),
  ...events(
    "duplicate-key",
    [204],
    [structured(JSON.stringify(envelope).replace("{", '{"specversion":"0.3","type":"x",'))],
  ),
  ...events("too-large", [204], [binary({}, "x".repeat(1_600_001)), binary({}, `{"a":"${"x".repeat(3_000_000)}"}`)]),
  ...events("too-large-structured", [400], [structured({ ...envelope, data: "x".repeat(1_600_000) })]),
];
