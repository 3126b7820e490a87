/** Checks whether the whole text matches a pattern, in which `*` stands for any characters, or none. */
export function matchesGlob(text: string, glob: string): boolean {
  const parts = glob.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
}
