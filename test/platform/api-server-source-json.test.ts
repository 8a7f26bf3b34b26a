import { expect, it } from "vitest";
import { parseGoJson, toGoJson } from "../../simulators/platform/api-server-source/go-json.ts";
import { guessPlural, toSubject } from "../../simulators/platform/api-server-source/resource-path.ts";

it.each([
  {
    text: '{"b":1,"a":[{"d":null,"c":true}]}',
    json: '{"a":[{"c":true,"d":null}],"b":1}',
    why: "keys are sorted at every depth",
  },
  {
    text: '{"a":"<b>&\u2028\u2029"}',
    json: '{"a":"\\u003cb\\u003e\\u0026\\u2028\\u2029"}',
    why: "Go escapes for HTML",
  },
  { text: '{"<":1}', json: '{"\\u003c":1}', why: "in keys too" },
  { text: '{"9":1,"10":2,"B":3,"a":4}', json: '{"10":2,"9":1,"B":3,"a":4}', why: "keys like numbers sort as text" },
  { text: '{"n":9223372036854775807}', json: '{"n":9223372036854775807}', why: "int64 keeps its digits" },
  {
    text: '{"n":-9223372036854775808,"s":"1234567890123456"}',
    json: '{"n":-9223372036854775808,"s":"1234567890123456"}',
    why: "negative, and text of digits",
  },
  { text: '{"n":1.5,"m":2.0}', json: '{"m":2,"n":1.5}', why: "floats" },
  { text: '{"__proto__":{"a":1}}', json: '{"__proto__":{"a":1}}', why: "data, not a prototype" },
])("$text is sent as $json ($why)", ({ text, json }) => {
  expect(toGoJson(parseGoJson(text))).toBe(json);
});

it.each([
  { kind: "VvpDeployment", plural: "vvpdeployments", why: "plain" },
  { kind: "Endpoints", plural: "endpoints", why: "the one exception" },
  { kind: "Ingress", plural: "ingresses", why: "s" },
  { kind: "NetworkPolicy", plural: "networkpolicies", why: "y" },
  { kind: "Gateway", plural: "gatewaies", why: "naive: wrong" },
  { kind: "Mailbox", plural: "mailboxs", why: "naive: wrong" },
])("guesses $plural for $kind ($why)", ({ kind, plural }) => {
  expect(guessPlural(kind)).toBe(plural);
  expect(toSubject("v1", kind, "", "x")).toBe(`/apis/v1/namespaces//${plural}/x`);
});
