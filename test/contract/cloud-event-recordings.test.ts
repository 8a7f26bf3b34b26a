import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeEvent } from "../../shared/adapters/knative/decode-event.ts";

const folder = new URL("../fixtures/knative/", import.meta.url);
const recordings = readdirSync(folder)
  .filter((file) => file.endsWith(".json") && file !== "retry-table.json")
  .map((file) => ({ file, ...JSON.parse(readFileSync(new URL(file, folder), "utf8")) }));

const headerOf = (headers: [string, string][], name: string) =>
  headers.find(([header]) => header.toLowerCase() === name)?.[1];

describe("what the real adapters send", () => {
  it("is all here", () => expect(recordings.length).toBeGreaterThan(20));

  it.each(recordings)("$file: $description", ({ file, headers, body, bodyBase64 }) => {
    const bytes = bodyBase64 === undefined ? body : new Uint8Array(Buffer.from(bodyBase64, "base64"));
    const decoded = decodeEvent({ headers, body: bytes });
    if (!decoded.ok) return expect.unreachable(decoded.reason);
    const { event } = decoded;
    expect(event).toMatchObject({
      type: headerOf(headers, "ce-type"),
      source: headerOf(headers, "ce-source"),
      id: headerOf(headers, "ce-id"),
    });
    expect(event).not.toHaveProperty("dataProblem");
    const [kind, namespace, name] = ["ce-kind", "ce-namespace", "ce-name"].map((one) => headerOf(headers, one));
    const scoped = file.startsWith("apiserver-") && namespace !== "";
    expect(event.key).toEqual(scoped ? { kind, namespace, name } : undefined);
    expect(event.data).toEqual(dataOf(headers, body, bytes));
  });
});

function dataOf(headers: [string, string][], body: string | undefined, bytes: unknown): unknown {
  const type = headerOf(headers, "content-type");
  if (type === "application/json") return JSON.parse(body ?? "");
  if (type === "application/octet-stream") return bytes;
  return body === "" ? undefined : body;
}
