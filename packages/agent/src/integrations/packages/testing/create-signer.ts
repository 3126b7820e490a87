import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** Signs as minisign does, with a new key. */
export function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const id = randomBytes(8);
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return {
    publicKey: Buffer.concat([Buffer.from("Ed"), id, bytes]).toString("base64"),
    /** Returns the text of a .minisig file. `Ed` signs without a hash, as older versions do. */
    signatureOf: (data: Buffer, { algorithm = "ED" } = {}): string => {
      const message = algorithm === "Ed" ? data : createHash("blake2b512").update(data).digest();
      const signature = sign(null, message, privateKey);
      const comment = "timestamp:1790000000\tfile:a.tgz";
      const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey);
      const signed = Buffer.concat([Buffer.from(algorithm), id, signature]);
      return [
        "untrusted comment: signature from minisign secret key",
        signed.toString("base64"),
        `trusted comment: ${comment}`,
        global.toString("base64"),
        "",
      ].join("\n");
    },
  };
}
