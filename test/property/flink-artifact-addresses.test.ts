import fc from "fast-check";
import { expect, it } from "vitest";
import { connectArtifacts } from "../../shared/adapters/flink/artifact/client.ts";

const artifacts = connectArtifacts({ version: "1", addressing: { resolve: async () => [] } });
const octet = fc.nat(255);

/** Addresses of networks that nobody may be led to. */
const restricted = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
);

type Octets = readonly [number, number, number, number];
const toNumber = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const part = (value: number, base: number) =>
  [`${value}`, `0x${value.toString(16)}`, `0${value.toString(8)}`][base] ?? "";
const hextets = ([a, b, c, d]: Octets) => `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;

/** Everything that a client reads as that address. */
const spelled = fc
  .tuple(restricted, fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }), fc.nat(6))
  .map(([all, bases, form]) => {
    const [a, b, c, d] = all;
    const [first = 0, second = 0, third = 0, fourth = 0] = bases;
    const forms = [
      [part(a, first), part(b, second), part(c, third), part(d, fourth)].join("."),
      [part(a, first), part(b, second), part(c * 256 + d, third)].join("."),
      [part(a, first), part((b * 256 + c) * 256 + d, second)].join("."),
      part(toNumber(all), first),
      `[::ffff:${all.join(".")}]`,
      `[::ffff:${hextets(all)}]`,
      `[64:ff9b::${hextets(all)}]`,
    ];
    return forms[form] ?? "";
  });

it("FS-7: an address of the inside is refused in every notation", async () => {
  await fc.assert(
    fc.asyncProperty(spelled, async (host) => {
      await expect(artifacts.open({ uri: `https://${host}/job.jar` }), host).rejects.toMatchObject({
        code: "Rejected",
        applied: "no",
        message: expect.stringContaining("a local, private or reserved address"),
      });
    }),
    { numRuns: 1_000 },
  );
});
