/** Names the origin of a recalled text for people, by its kind and its author. */
export function originOfRecalled(kind: string, by: string | undefined): string {
  if (kind === "recent-messages" || kind === "feed") {
    if (by === "you" || by === "reeve") return "an earlier answer";
    return by === undefined ? "a message" : `message of ${by}`;
  }
  return WORDS.get(kind) ?? "memory";
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["knowledge", "a memory file"],
  ["facts", "a fact that was learned"],
  ["notes", "a note"],
  ["sessions", "an earlier conversation"],
  ["plan", "an earlier step in the plan"],
]);
