import { expect, test } from "vitest";
import { createSigner } from "./testing/create-signer.ts";
import { verifyMinisign } from "./minisign.ts";

const DATA = Buffer.from("the archive");

test("a signature of the key's owner is accepted, prehashed or not", () => {
  const { publicKey, signatureOf } = createSigner();
  for (const algorithm of ["ED", "Ed"] as const)
    verifyMinisign(DATA, { publicKey, signature: signatureOf(DATA, { algorithm }) });
});

test.each(["data", "key", "comment", "algorithm"])(
  "a signature with another %s is refused",
  (what) => {
    const { publicKey, signatureOf } = createSigner();
    const signature = signatureOf(DATA);
    const changed = {
      data: { data: Buffer.from("another archive") },
      key: { publicKey: createSigner().publicKey },
      comment: { signature: signature.replace("file:a.tgz", "file:b.tgz") },
      algorithm: { signature: signatureOf(DATA, { algorithm: "XX" }) },
    }[what];
    const { data, ...own } = { data: DATA, publicKey, signature, ...changed };
    expect(() => verifyMinisign(data, own)).toThrow(/does not belong to the key/);
  },
);

test("a text that is no signature is refused", () => {
  const { publicKey } = createSigner();
  for (const signature of ["", "<html>", "untrusted comment: a\nAAAA\ntrusted comment: b\nAAAA\n"])
    expect(() => verifyMinisign(DATA, { publicKey, signature })).toThrow(/not a .minisig file/);
});

test("a signature that minisign itself made is accepted", () => {
  const publicKey = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
  const signature = [
    "untrusted comment: signature from minisign secret key",
    "RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=",
    "trusted comment: timestamp:1633700835\tfile:test\tprehashed",
    "wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==",
  ].join("\n");
  verifyMinisign(Buffer.from("test"), { publicKey, signature });
});
