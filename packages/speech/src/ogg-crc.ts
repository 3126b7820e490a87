const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit += 1)
    rest = rest & 0x80000000 ? (rest << 1) ^ POLYNOMIAL : rest << 1;
  return rest;
});

/** The checksum of a page (RFC 3533, 6), whose own four bytes have to be zero. */
export function oggCrc(page: Uint8Array): number {
  let rest = 0;
  for (const byte of page) rest = (rest << 8) ^ (TABLE[(rest >>> 24) ^ byte] ?? 0);
  return rest >>> 0;
}
