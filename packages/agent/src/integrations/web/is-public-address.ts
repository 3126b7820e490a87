import { isIPv4, isIPv6 } from "node:net";

/** A range of addresses: its first one and how many leading bits they share. */
type Range = readonly [address: string, prefix: number];

/** Special-purpose ranges of IANA, and one address that a cloud uses internally. */
const SPECIAL_IPV4: readonly Range[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Only this part of IPv6 is assigned to the internet … */
const GLOBAL_IPV6: Range = ["2000::", 3];

/** … except for protocols (Teredo among them), documentation and tunnels. */
const SPECIAL_IPV6: readonly Range[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["3fff::", 20],
];

/**
 * IPv6 ranges that embed an IPv4 address, with the number of bits that follow it: mapped, NAT64,
 * 6to4.
 */
const EMBEDDING: readonly (readonly [...Range, after: bigint])[] = [
  ["::ffff:0:0", 96, 0n],
  ["64:ff9b::", 96, 0n],
  ["2002::", 16, 80n],
];

/**
 * Returns whether an address belongs to the public internet. Private, loopback, link-local, shared,
 * multicast, unspecified and documentation addresses do not, nor do their forms in IPv6, nor do
 * invalid addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicIpv4(ipv4Bits(address));
  // An address with a zone belongs to a local network.
  if (!isIPv6(address) || address.includes("%")) return false;

  const bits = ipv6Bits(address);
  const embedding = EMBEDDING.find(([first, prefix]) => isWithin(bits, [first, prefix]));
  if (embedding) return isPublicIpv4((bits >> embedding[2]) & 0xffff_ffffn);
  return isWithin(bits, GLOBAL_IPV6) && !SPECIAL_IPV6.some((range) => isWithin(bits, range));
}

/** Returns whether an address belongs to this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? address.startsWith("127.") : address === "::1";
}

function isPublicIpv4(bits: bigint): boolean {
  return !SPECIAL_IPV4.some(
    ([first, prefix]) => bits >> BigInt(32 - prefix) === ipv4Bits(first) >> BigInt(32 - prefix),
  );
}

function isWithin(bits: bigint, [first, prefix]: Range): boolean {
  const rest = BigInt(128 - prefix);
  return bits >> rest === ipv6Bits(first) >> rest;
}

function ipv4Bits(address: string): bigint {
  return address.split(".").reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

/** The URL parser writes every spelling as groups of hex, with at most one gap. */
function ipv6Bits(address: string): bigint {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = groups.split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const gap = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...gap, ...after].reduce(
    (bits, group) => (bits << 16n) | BigInt(`0x${group}`),
    0n,
  );
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
