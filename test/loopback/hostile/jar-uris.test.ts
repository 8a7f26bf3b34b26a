import { createServer as createWebServer } from "node:http";
import { type AddressInfo, createServer, isIP, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectArtifacts } from "../../../shared/adapters/flink/artifact/client.ts";
import type { Resolve } from "../../../shared/adapters/flink/artifact/pinned.ts";
import { toFault } from "../../../shared/core/error.ts";
import { isRestrictedAddress } from "../../../shared/core/restricted-address.ts";
import type { Artifacts } from "../../../shared/ports/artifacts.ts";
import { namesOfInside } from "../../hostile/wire/addresses/jar-hosts.ts";
import { type JarUri, jarUris } from "../../hostile/wire/addresses/jar-uris.ts";
import { findings } from "../../hostile/wire/hostile.ts";

const schemes = ["http", "https"];
/** The one address that is the world outside to these tests. */
const outside = "127.0.0.2";
const repository = "repo.example.com";

let touched = 0;
const canary = createServer((socket) => {
  touched += 1;
  socket.on("error", () => {}).end();
});
/** Sends whoever asks for `/3` to the fourth address. */
const guide = createWebServer((request, response) => {
  const one = jarUris[Number(request.url?.slice(1))];
  const text = one?.uri(portOf(canary));
  if (text === undefined) response.writeHead(404).end();
  else response.writeHead(302, { location: Buffer.from(text).toString("latin1") }).end();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server, host: string) =>
  new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));

beforeAll(() => Promise.all([listen(canary, "127.0.0.1"), listen(guide, outside)]));
beforeEach(() => {
  touched = 0;
});
afterAll(() => [canary, guide].map((server) => server.close()));

const resolve: Resolve = async (host) => {
  const addresses = host === repository ? [outside] : namesOfInside.get(host);
  if (addresses === undefined) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
  return addresses.map((address) => ({ address, family: isIP(address.split("%")[0] ?? "") }));
};

/** As in an installation that allows `http` too. */
const artifacts = connectArtifacts({
  version: "1",
  policy: { schemes, refusesRestrictedHosts: true },
  addressing: { resolve, isRestricted: (address) => address !== outside && isRestrictedAddress(address) },
});

/** What is wrong with how a URI ended, which must be in words that help, and without a word of what is secret. */
async function refusalFindings(from: Artifacts, uri: string): Promise<string[]> {
  const before = touched;
  const fault = await from.open({ uri, headers: { authorization: "Bearer secret" } }).then(
    ({ close }) => {
      close();
      return undefined;
    },
    (error: unknown) => toFault(error),
  );
  if (fault === undefined) return ["it was opened"];
  const isSaid = /^(https?:\/\/\S+|the artifact) cannot be fetched: [\x20-\x7e…]{10,300}$/.test(fault.message);
  return [
    ...(touched > before ? ["the canary was called"] : []),
    ...(fault.applied === "no" && ["Rejected", "Unavailable", "Missing"].includes(fault.code) ? [] : [fault.code]),
    ...(isSaid && !fault.message.includes("secret") ? [] : [fault.message]),
  ];
}

describe("hostile addresses of a JAR, with a canary at the end of them", () => {
  it("call nobody, and say why (FS-4 to FS-7)", async () => {
    const wrong = await findings(jarUris, ({ uri }) => refusalFindings(artifacts, uri(portOf(canary))));
    expect(wrong).toEqual([]);
    expect(touched).toBe(0);
  });

  it("call nobody where a repository of the world outside redirects to them", async () => {
    const sendable = jarUris.filter(({ uri }) => !["\u0000", "\r", "\n"].some((one) => uri(1).includes(one)));
    expect(sendable.length).toBe(374);
    const wrong = await findings(sendable, (one) => {
      return refusalFindings(artifacts, `http://${repository}:${portOf(guide)}/${jarUris.indexOf(one)}`);
    });
    expect(wrong).toEqual([]);
    expect(touched).toBe(0);
  });

  it("lead to the canary indeed, where the operator does not restrict hosts", async () => {
    const open = connectArtifacts({
      version: "1",
      policy: { schemes, refusesRestrictedHosts: false },
      addressing: { resolve },
    });
    const missed = await findings(
      jarUris.filter(({ leads }) => leads),
      async (one: JarUri) => {
        const before = touched;
        const said = await open.open({ uri: one.uri(portOf(canary)) }).catch((error: Error) => error.message);
        return touched === before ? [`${JSON.stringify(one.uri(8081))} led nowhere: ${said}`] : [];
      },
    );
    expect(missed).toEqual([]);
  });
});
