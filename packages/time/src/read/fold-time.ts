/** A text as its words and numbers are compared: lower-case, without accents, its punctuation kept. */
export function foldTime(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .normalize("NFC")
    .replaceAll("ß", "ss")
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}
