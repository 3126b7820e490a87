/** Normalizes a text for comparing its words and numbers: lower-case, without accents, with punctuation. */
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
