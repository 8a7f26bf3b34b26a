import type { Hostile } from "../hostile.ts";

/** A text where the environment has an address, and whether a process starts with it. */
export interface AddressCase extends Hostile {
  readonly text: string;
  readonly taken: boolean;
}

const hosts = [
  "platform.example",
  "127.0.0.1",
  "localhost",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[fd00:ec2::254]",
  "169.254.169.254",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "0",
  "127.0.0.1.nip.io",
  "метадата.example",
  "xn--80aaa.example",
  "LOCALHOST",
  "platform.example.",
  "a".repeat(63),
];

const schemes = ["http", "https", "HTTP", "hTTps"];
const tails = [
  "",
  "/",
  "/vvp",
  "/vvp/",
  "/a//b/",
  "/%2e%2e/x",
  "/a;b=c",
  "?x=1",
  "#x",
  "/?/api",
  "/x#/api/v1",
  ":8080",
  ":65535/vvp",
  ":080",
];

const otherSchemes = [
  "file:///etc/passwd",
  "ftp://platform.example",
  "gopher://127.0.0.1:6379/_INFO",
  "ldap://platform.example",
  "dict://127.0.0.1:11211",
  "data:text/plain,x",
  "javascript:alert(1)",
  "blob:http://platform.example/x",
  "ws://platform.example",
  "unix:/var/run/docker.sock",
  "http+unix://%2Fvar%2Frun%2Fdocker.sock/x",
  "view-source:http://platform.example",
  "about:blank",
  "jar:http://platform.example!/x",
];

const noUrls = [
  " ",
  "platform.example",
  "//platform.example",
  "/vvp",
  "http//platform.example",
  "http:// platform.example",
  "http://",
  "http:///",
  "http://?x",
  "http://#x",
  "http://platform example",
  "http://platform.example:99999",
  "http://platform.example:-1",
  "http://platform.example:80a",
  "http://[::1",
  "http://[::g]",
  "http://[v1.x]",
  "http://999.999.999.999",
  "http://0x100000000",
  "http://a<b",
  "http://a|b",
  "http://a^b",
  "http://a%00b",
  "http://a%2fb",
  "http://%zz",
  "https://\u200b",
];

const credentials = [
  "user:secret@",
  "user@",
  ":secret@",
  "%75ser:secret@",
  "user:se%40cret@",
  "platform.example%23@",
  "a:b@c:d@",
];
const belowApi = [
  "/api",
  "/api/",
  "/api/v1",
  "/api//v1",
  "/api/v1/",
  "/api/v1/namespaces/default",
  "/vvp/api/v1",
  "/x/api",
];

/** Texts for `WEIR_APPMANAGER_URL`: who sets it is the platform's admin, who may name any host but no path that is none. */
export const addressCases: readonly AddressCase[] = [
  ...cases(
    "host",
    true,
    schemes.slice(0, 2).flatMap((scheme) => hosts.map((host) => `${scheme}://${host}`)),
  ),
  ...cases(
    "tail",
    true,
    schemes.flatMap((scheme) => tails.map((tail) => `${scheme}://platform.example${tail}`)),
  ),
  ...cases("scheme", false, otherSchemes),
  ...cases("no-url", false, noUrls),
  ...cases(
    "credentials",
    false,
    credentials.flatMap((user) => schemes.map((scheme) => `${scheme}://${user}platform.example`)),
  ),
  ...cases(
    "below-api",
    false,
    belowApi.flatMap((path) => schemes.map((scheme) => `${scheme}://platform.example${path}`)),
  ),
];

function cases(group: string, taken: boolean, list: readonly string[]): AddressCase[] {
  return list.map((text, index) => ({ id: `address/${group}/${index + 1}`, text, taken }));
}
