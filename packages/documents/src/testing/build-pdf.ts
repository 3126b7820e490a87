import { deflateSync } from "node:zlib";

/** A page with words, or with a picture that covers it and what was stamped on it. */
export type BuiltPage =
  | { readonly words: string }
  | {
      readonly width: number;
      readonly height: number;
      readonly gray: Uint8Array;
      readonly stamp?: string;
    };

/** Builds a PDF of these pages. `count` is the number that it claims to have. */
export function buildPdf(
  pages: readonly BuiltPage[],
  { count = pages.length }: { readonly count?: number } = {},
): Buffer {
  const objects: (string | Buffer)[] = ["<< /Type /Catalog /Pages 2 0 R >>", "", FONT];
  const kids: string[] = [];
  for (const page of pages) {
    const at = objects.length + 1;
    kids.push(`${at} 0 R`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${at + 1} 0 R ` +
        `/Resources << /Font << /F 3 0 R >> /XObject << /I ${at + 2} 0 R >> >> >>`,
    );
    if ("words" in page) objects.push(stream("", Buffer.from(show(page.words))), "<< >>");
    else
      objects.push(
        stream("", Buffer.from(`q 595 0 0 842 0 0 cm /I Do Q ${show(page.stamp ?? "")}`)),
        grayPicture(page.width, page.height, deflateSync(page.gray)),
      );
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${count} >>`;
  return joinObjects(objects);
}

/** Builds a gray image as a PDF object; `packed` need not match the sizes. */
export function grayPicture(width: number, height: number, packed: Buffer): Buffer {
  return stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
      "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
    packed,
  );
}

/** Builds a PDF object with bytes. */
export function stream(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from("\nendstream"),
  ]);
}

/** Builds a PDF of numbered objects, the first of which is its catalog; `trailer` is added to its trailer. */
export function joinObjects(objects: readonly (string | Buffer)[], trailer = ""): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

function show(words: string): string {
  const lines = words.split("\n").map((line) => `(${line.replaceAll(/[()\\]/g, "\\$&")}) Tj T*`);
  return `BT /F 12 Tf 14 TL 50 800 Td ${lines.join(" ")} ET`;
}
