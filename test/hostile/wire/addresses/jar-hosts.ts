/** Addresses of names, as a resolver of the world outside would give them. */
export const namesOfInside: ReadonlyMap<string, readonly string[]> = new Map([
  ["localhost", ["127.0.0.1"]],
  ["localhost.", ["127.0.0.1"]],
  ["www.localhost", ["127.0.0.1"]],
  ["localhost.localdomain", ["127.0.0.1"]],
  ["ip6-localhost", ["::1"]],
  ["127.0.0.1.nip.io", ["127.0.0.1"]],
  ["7f000001.nip.io", ["127.0.0.1"]],
  ["localtest.example", ["127.0.0.1"]],
  ["xn--bcher-kva.example", ["127.0.0.1"]],
  ["one-of-two.example", ["93.184.216.34", "127.0.0.1"]],
  ["second-of-six.example", ["2606:2800:220:1::1", "::1"]],
  ["mapped.example", ["::ffff:127.0.0.1"]],
  ["translated.example", ["64:ff9b::7f00:1"]],
  ["stateless.example", ["::ffff:0:7f00:1"]],
  ["zoned.example", ["fe80::1%eth0"]],
  ["no-address.example", ["7f.0.0.1"]],
  ["kubernetes.default.svc", ["10.96.0.1"]],
  ["app-rest.flink-prod.svc", ["10.96.31.7"]],
  ["metadata.google.internal", ["169.254.169.254"]],
  ["instance-data", ["169.254.169.254"]],
  ["vault.corp.example", ["192.168.7.7"]],
]);

/** 127.0.0.1 in every notation that a client of the web reads. */
export const loopback = [
  ...["127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.000.000.001", "2130706433", "0x7f000001", "0X7F000001"],
  ...["017700000001", "0x7f.0.0.1", "0x7F.0x0.0x0.0x1", "0177.0.0.1", "0177.0.0.01", "0177.0x0.0.1", "0x7f.1"],
  ...["0177.1", "127.0x1", "127.0x000001", "127.00.01", "0x0000007f.1", "00000177.0.0.1", "0x7f.0.0x1"],
  // What Unicode makes of digits and dots (UTS #46).
  ...[
    "１２７.０.０.１",
    "127。0。0。1",
    "127．0．0．1",
    "127｡0｡0｡1",
    "①②⑦.⓪.⓪.①",
    "𝟭𝟮𝟳.𝟬.𝟬.𝟭",
    "𝟷𝟸𝟽.0.0.1",
    "²¹³⁰⁷⁰⁶⁴³³",
  ],
  ...["０ｘ７ｆ.1", "127.0.0.\u00ad1", "12\u200b7.0.0.1", "127.\u20600.0.1", "127.0.0.1\ufe0f", "127.0.0.1。"],
  // What is undone before a host is read.
  ...["%31%32%37.0.0.1", "127%2e0%2e0%2e1", "127%E3%80%820.0.1", "%EF%BC%91%EF%BC%92%EF%BC%97.1", "12\t7.0.0.1"],
  ...["12\n7.0.0.1", "127.0\r\n.0.1"],
];

/** The same in the words of IPv6. */
export const six = [
  ...["[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0001]", "[0::1]", "[::0.0.0.1]"],
  ...[
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::FFFF:7F00:0001]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::127.0.0.1]",
  ],
  ...[
    "[::7f00:1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
  ],
  ...["[fe80::1]", "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[fd20:ce::254]", "[ff02::1]", "[100::1]", "[5f00::1]"],
];

/** Others that are not the world's: of the node, the cluster, the clouds. */
export const inside = [
  ...["0", "0.0.0.0", "0x0", "00", "127.0.0.2", "127.255.255.254", "10.0.0.1", "10.96.0.1", "012.0.0.1", "167772161"],
  ...["172.16.0.1", "172.31.255.255", "0xac.0x10.0.1", "192.168.0.1", "0300.0250.0.1", "3232235521", "100.64.0.1"],
  ...["100.100.100.200", "169.254.169.254", "169.254.169.254.", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376"],
  ...["169.16689662", "169。254。169。254", "169.254.170.2", "168.63.129.16", "192.0.0.192", "198.18.0.1", "224.0.0.1"],
  ...["239.255.255.250", "240.0.0.1", "255.255.255.255", "4294967295", "0xffffffff"],
];

/** Names that Unicode, case or a dot make into one of the inside; admission knows those of this machine by themselves. */
export const localNames = [
  ...[
    "localhost",
    "LOCALHOST",
    "LocalHost",
    "localhost.",
    "www.localhost",
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "ｌｏｃａｌｈｏｓｔ",
    "𝓁ocalhost",
  ],
  ...[
    "local\u00adhost",
    "local\u200bhost",
    "loc\u2060alhost",
    "localho\u017ft",
    "l\tocalhost",
    "%6c%6f%63alhost",
    "localhost。",
  ],
];
/** Names that only a resolver knows, or nobody. */
export const otherNames = [
  ...[...namesOfInside.keys()].filter((name) => !/localhost\.?$/.test(name) || name === "ip6-localhost"),
  ...[
    "BÜCHER.example",
    "bücher.example",
    "bu\u0308cher.example",
    "xn--",
    "nobody.example",
    "localhost..",
    "１２７.0.0.1.nip.io",
  ],
];
