import { describe, expect, it } from "vitest";
import { isRestrictedAddress } from "../../../shared/core/restricted-address.ts";

const restricted = [
  { address: "0.0.0.0", why: "this host" },
  { address: "10.255.255.255", why: "private" },
  { address: "100.64.0.1", why: "a provider's own" },
  { address: "127.0.0.53", why: "loopback" },
  { address: "169.254.169.254", why: "a cloud's metadata" },
  { address: "168.63.129.16", why: "Azure's host" },
  { address: "172.16.0.1", why: "private" },
  { address: "172.31.255.255", why: "private" },
  { address: "192.168.1.1", why: "private" },
  { address: "224.0.0.1", why: "multicast" },
  { address: "255.255.255.255", why: "broadcast" },
  { address: "::", why: "unspecified" },
  { address: "::1", why: "loopback" },
  { address: "0:0:0:0:0:0:0:1", why: "loopback, written out" },
  { address: "::127.0.0.1", why: "IPv4 in the last 32 bits" },
  { address: "::ffff:10.0.0.1", why: "maps a private one" },
  { address: "::ffff:a9fe:a9fe", why: "maps a cloud's metadata" },
  { address: "64:ff9b::7f00:1", why: "translated" },
  { address: "64:ff9b:1::7f00:1", why: "translated within a network of its own" },
  { address: "::ffff:0:127.0.0.1", why: "translated without a state (RFC 6052, 2765)" },
  { address: "::1:0:0", why: "given to nobody" },
  { address: "1fff:ffff::1", why: "just before what is given to the world" },
  { address: "4000::1", why: "just behind what is given to the world" },
  { address: "5f00::1", why: "of a provider's own routes" },
  { address: "2001:0:7f00:1::", why: "Teredo" },
  { address: "2002:7f00:1::", why: "6to4" },
  { address: "fd12:3456::1", why: "private" },
  { address: "fe80::1", why: "link-local" },
  { address: "fec0::1", why: "site-local" },
  { address: "ff02::1", why: "multicast" },
];

const open = [
  { address: "8.8.8.8", why: "public" },
  { address: "172.32.0.1", why: "just behind a private network" },
  { address: "100.128.0.1", why: "just behind a provider's own" },
  { address: "223.255.255.255", why: "just before multicast" },
  { address: "168.63.129.17", why: "just behind Azure's host" },
  { address: "2001:1::1", why: "just behind Teredo" },
  { address: "2001:4860:4860::8888", why: "public" },
  { address: "::ffff:8.8.8.8", why: "maps a public one" },
  { address: "repo.example.com", why: "a name, to be resolved first" },
  { address: "127.1", why: "no address as a resolver gives it" },
  { address: "256.0.0.1", why: "none" },
  { address: "1::2::3", why: "none" },
  { address: "1:2:3:4:5:6:7:8:9", why: "none" },
  { address: "fe80::1%eth0", why: "none: a zone belongs to no URL" },
  { address: "", why: "none" },
];

describe("an address", () => {
  it.each(restricted)("$address is restricted ($why, FS-7)", ({ address }) => {
    expect(isRestrictedAddress(address)).toBe(true);
  });

  it.each(open)("$address is not ($why)", ({ address }) => {
    expect(isRestrictedAddress(address)).toBe(false);
  });
});
