import { crc32, deflateRawSync } from "node:zlib";

export interface PackedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Wrong flags, for malformed files. */
  readonly flags?: number;
  readonly method?: number;
  /** Packed already. */
  readonly packed?: Uint8Array;
}

/** Builds a ZIP of these files. */
export function buildZip(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, method = 8, packed: given } of files) {
    const bytes = Buffer.from(content);
    const packed = given ?? (method === 8 ? deflateRawSync(bytes) : bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), head, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002"),
        Buffer.of(20, 0),
        head,
        place,
        Buffer.from(name),
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
