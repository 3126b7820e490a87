const FRIENDLY = /^[EUk0][Qf][\w+/-]{46}$/;
const RAW = /^(?:0|-1):[\da-f]{64}$/i;

/** Returns an account of the TON blockchain in its canonical spelling; text that is no address stays as it is. */
export function canonicalAddress(text: string): string {
  if (RAW.test(text)) return text.toLowerCase();
  if (!FRIENDLY.test(text)) return text;
  const bytes = Buffer.from(text, "base64url");
  return `${bytes.readInt8(1)}:${bytes.subarray(2, 34).toString("hex")}`;
}
