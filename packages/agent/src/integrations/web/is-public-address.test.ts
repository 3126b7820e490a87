import { BlockList } from "node:net";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./is-public-address.ts";

test.each([
  ["1.1.1.1"],
  ["8.8.8.8"],
  ["9.255.255.255"],
  ["11.0.0.0"],
  ["100.63.255.255"],
  ["100.128.0.0"],
  ["126.255.255.255"],
  ["128.0.0.0"],
  ["172.15.255.255"],
  ["172.32.0.0"],
  ["192.167.255.255"],
  ["192.169.0.0"],
  ["223.255.255.255"],
  ["2606:4700:4700::1111"],
  ["2a00:1450:4001:831::200e"],
  ["::ffff:8.8.8.8"],
  ["64:ff9b::8.8.8.8"],
  ["2002:808:808::1"],
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["unspecified", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private", "10.0.0.0"],
  ["private", "10.255.255.255"],
  ["private", "172.16.0.0"],
  ["private", "172.31.255.255"],
  ["private", "192.168.0.1"],
  ["shared", "100.64.0.0"],
  ["shared", "100.127.255.255"],
  ["cloud metadata in the shared range", "100.100.100.200"],
  ["loopback", "127.0.0.1"],
  ["loopback", "127.255.255.254"],
  ["link-local", "169.254.0.1"],
  ["cloud metadata", "169.254.169.254"],
  ["cloud metadata", "168.63.129.16"],
  ["cloud metadata", "192.0.0.192"],
  ["documentation", "192.0.2.1"],
  ["documentation", "198.51.100.1"],
  ["documentation", "203.0.113.1"],
  ["6to4 relay", "192.88.99.1"],
  ["benchmarking", "198.19.255.255"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4-compatible", "::8.8.8.8"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["mapped private, in hex", "::ffff:a00:1"],
  ["translated", "::ffff:0:10.0.0.1"],
  ["NAT64 of a private one", "64:ff9b::10.0.0.1"],
  ["NAT64 of metadata", "64:ff9b::a9fe:a9fe"],
  ["local NAT64", "64:ff9b:1::8.8.8.8"],
  ["6to4 of a private one", "2002:a00:1::1"],
  ["6to4 of loopback", "2002:7f00:1::"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["discard", "100::1"],
  ["unique local", "fc00::1"],
  ["cloud metadata", "fd00:ec2::254"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["public with a zone", "2606:4700:4700::1111%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["segment routing", "5f00::1"],
  ["a name", "localhost"],
  ["nothing", ""],
  ["a number", "2130706433"],
])("%s %s is not public", (_class, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

const refused = new BlockList();
for (const range of [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16",
  "172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15",
  "198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
].flatMap((line) => line.split(" "))) {
  const [network = "", prefix] = range.split("/");
  refused.addSubnet(network, Number(prefix), "ipv4");
}

/** Any address, and often one near the edge of a range. */
const ipv4 = fc
  .oneof(
    fc.nat({ max: 0xffff_ffff }),
    fc
      .tuple(
        fc.constantFrom(0x0a00_0000, 0x6440_0000, 0x7f00_0000, 0xa9fe_0000, 0xac10_0000),
        fc.constantFrom(0, 0x0010_0000, 0x0040_0000, 0x0100_0000),
        fc.integer({ min: -2, max: 2 }),
      )
      .map(([start, size, step]) => start + size + step),
  )
  .map((bits) => [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256));

test("an IPv4 address is public unless its range is special", () => {
  fc.assert(
    fc.property(ipv4, (bytes) => {
      const address = bytes.join(".");
      expect(isPublicAddress(address)).toBe(!refused.check(address, "ipv4"));
    }),
    { numRuns: 2_000 },
  );
});

test("every form of an IPv4 address in IPv6 is judged as that address", () => {
  fc.assert(
    fc.property(ipv4, (bytes) => {
      const address = bytes.join(".");
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
      const forms = [
        `::ffff:${address}`,
        `::FFFF:${groups}`,
        `0:0:0:0:0:ffff:${groups}`,
        `64:ff9b::${address}`,
        `64:ff9b::${groups}`,
        `2002:${groups}::1`,
      ];
      const verdict = isPublicAddress(address);
      expect(forms.map(isPublicAddress)).toEqual(forms.map(() => verdict));
    }),
    { numRuns: 1_000 },
  );
});

test("outside of the part given out, no IPv6 address is public", () => {
  const group = fc.nat({ max: 0xffff }).map((bits) => bits.toString(16));
  const outside = fc
    .oneof(fc.integer({ min: 0x65, max: 0x1fff }), fc.integer({ min: 0x4000, max: 0xffff }))
    .map((bits) => bits.toString(16));
  fc.assert(
    fc.property(outside, fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
      expect(isPublicAddress([first, ...rest].join(":"))).toBe(false);
    }),
  );
});
