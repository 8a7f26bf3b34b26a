import type { Hostile } from "../hostile.ts";
import { inside, localNames, loopback, otherNames, six } from "./jar-hosts.ts";

/** A URI that somebody writes as `spec.job.jarURI`, so that Weir calls what they cannot. */
export interface JarUri extends Hostile {
  /** The URI with the port of whoever must not be called. */
  readonly uri: (port: number) => string;
  /** True where a client that judges nothing calls 127.0.0.1 at that port. */
  readonly leads: boolean;
  /** Who says no first: the rules of admission, or whoever fetches, since only that one resolves names. */
  readonly refusedBy: "admission" | "fetch";
}

/** Ways to write a URL that readers take apart differently; `H` stands for host and port. */
const shapes = [
  ...["http:H/x.jar", "http:/H/x.jar", "http:///H/x.jar", "http:////H/x.jar", "http:\\\\H\\x.jar", "http:/\\H/x.jar"],
  ...["http:\\/H/x.jar", " http://H/x.jar", "http://H", "http://H?x.jar", "http://H#x.jar", "http://H/%2e%2e/x.jar"],
  ...[
    "\u0000http://H/x.jar",
    "h\tttp://H/x.jar",
    "http://H\\@repo.example.com/x.jar",
    "http://H/@repo.example.com/x.jar",
  ],
  ...["HTTP://H/x.jar", "hTtP://H/x.jar", "http://H/?https://repo.example.com/x.jar", "http://H/#@repo.example.com"],
];

const credentials = [
  ...["http://repo.example.com@H/x.jar", "http://repo.example.com:80@H/x.jar", "http://user:secret@H/x.jar"],
  ...[
    "http://repo.example.com%23@H/x.jar",
    "http://repo.example.com%2f@H/x.jar",
    "http://a@b@H/x.jar",
    "http://:secret@H/",
  ],
  ...["http://%72epo@H/x.jar", "http://repo.example.com;@H/x.jar", "http://repo.example.com&@H#@repo.example.com/"],
];

/** What no client of the web fetches. */
const schemes = [
  ...["file:///etc/passwd", "file://H/etc/passwd", "ftp://H/x.jar", "gopher://H/_INFO", "dict://H/INFO", "ldap://H/x"],
  ...[
    "tftp://H/x",
    "ssh://H",
    "ws://H/x.jar",
    "wss://H/x.jar",
    "redis://H/0",
    "jar:http://H!/x.jar",
    "netdoc:///etc/passwd",
  ],
  ...[
    "http+unix://%2Fvar%2Frun%2Fdocker.sock/x",
    "unix:/var/run/docker.sock",
    "data:application/java-archive,UEsDBA==",
  ],
  ...["javascript:fetch('http://H')", "blob:http://H/x", "view-source:http://H", "about:blank", "s3://bucket/x.jar"],
  ...[
    "local:///opt/flink/x.jar",
    "hdfs://H/x.jar",
    "class:java.lang.Runtime",
    "urn:x:http://H",
    "mailto:x@H",
    "httpx://H/",
  ],
];

const noUrls = [
  ...[
    "",
    " ",
    "job.jar",
    "/opt/job.jar",
    "//H/x.jar",
    "\\\\H\\x.jar",
    "H/x.jar",
    "://H/x.jar",
    "http",
    "http:",
    "http://",
  ],
  ...[
    "http:///",
    "http://?H",
    "http://#H",
    "http://:80/x.jar",
    "http://[::1/x.jar",
    "http://[::1%25lo]/x.jar",
    "http://[fe80::1%eth0]/",
  ],
  ...[
    "http://[127.0.0.1]/x.jar",
    "http://127.0.0.1.1/x.jar",
    "http://256.0.0.1/x.jar",
    "http://0x100000000/",
    "http://08.0.0.1/",
  ],
  ...[
    "http://127.0.0.1:65536/",
    "http://127.0.0.1:-1/",
    "http://127.0.0.1:8O/",
    "http://127.0.0.1:80:81/",
    "http://a b/x.jar",
  ],
  ...["http://a%00b/", "http://a%2fb/x.jar", "http://a<b/", "http://\u200b/x.jar", "http:// H/x.jar", "1http://H/"],
];

/** Every form, to either scheme where it is about a host. */
export const jarUris: readonly JarUri[] = [
  ...hosts("loopback", loopback, { leads: true, refusedBy: "admission" }),
  ...hosts("six", six, { leads: false, refusedBy: "admission" }),
  ...hosts("inside", inside, { leads: false, refusedBy: "admission" }),
  ...hosts("local-name", localNames, { leads: true, refusedBy: "admission" }),
  ...hosts("name", otherNames, { leads: false, refusedBy: "fetch" }),
  ...written("shape", shapes, { leads: true, refusedBy: "admission" }),
  ...written("credentials", credentials, { leads: false, refusedBy: "admission" }),
  ...written("scheme", schemes, { leads: false, refusedBy: "admission" }),
  ...written("no-url", noUrls, { leads: false, refusedBy: "admission" }),
];

type Expected = Pick<JarUri, "leads" | "refusedBy">;

function hosts(group: string, list: readonly string[], expected: Expected): JarUri[] {
  const forms = list.flatMap((host) => ["http", "https"].map((scheme) => [scheme, host] as const));
  return forms.map(([scheme, host], index) => ({
    id: `jar/${group}/${index + 1}`,
    uri: (port) => `${scheme}://${host}:${port}/job.jar`,
    ...expected,
  }));
}

function written(group: string, list: readonly string[], expected: Expected): JarUri[] {
  return list.map((text, index) => ({
    id: `jar/${group}/${index + 1}`,
    uri: (port) => text.replaceAll("H", (_, at: number) => (isHost(text, at) ? `127.0.0.1:${port}` : "H")),
    ...expected,
  }));
}

/** True for the `H` that stands for a host, and not for one of `HTTP`. */
function isHost(text: string, at: number): boolean {
  return !/^HTTP/.test(text.slice(at));
}
