import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;

/**
 * Returns the network that counts as one address. For IPv6 it is the first half, because one
 * customer usually controls all addresses with that prefix. Text that is no address is returned
 * unchanged.
 */
export function clientNetwork(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [plain = ""] = address.split("%");
  const [left = [], right] = plain.split("::").map((half) => half.split(":").filter(Boolean));
  const gap = right ? GROUPS - left.length - right.length : 0;
  const groups = [...left, ...Array.from({ length: gap }, () => "0"), ...(right ?? [])];
  return groups
    .slice(0, GROUPS / 2)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
