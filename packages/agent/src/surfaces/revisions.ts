import type { SurfaceMemory } from "./surface-memory.ts";

/** Whose next message in a chat is the correction of a question. */
export interface Revisions {
  /** The next message of this person there that comes later than `after` corrects the approval. */
  expect(from: Author, asked: { readonly approval: string; readonly after: number }): Promise<void>;
  /** The approval that a message corrects; undefined for an ordinary one. */
  find(from: Author, message: Correcting): Promise<Revision | undefined>;
}

export interface Author {
  /** As addresses name it. */
  readonly chat: string;
  /** The platform's id of the person. */
  readonly user: string;
}

export interface Correcting {
  readonly id: string;
  /** Rises with the messages of a chat: their numbers, or when they were sent. */
  readonly position: number;
}

export interface Revision {
  readonly approval: string;
  /** The same message was taken as the correction before. */
  readonly isRepeat: boolean;
}

/**
 * The message that corrected stays noted behind the approval: when it comes again it is known,
 * and does not become an ordinary message.
 */
export function createRevisions(memory: SurfaceMemory): Revisions {
  return {
    expect: (from, { approval, after }) => memory.set(keyOf(from), `${approval} ${after}`),
    async find(from, { id, position }) {
      const kept = await memory.get(keyOf(from));
      if (kept === undefined) return undefined;
      const [approval = "", after = "", taken] = kept.split(" ");
      if (taken !== undefined) return taken === id ? { approval, isRepeat: true } : undefined;
      if (position <= Number(after)) return undefined;
      await memory.set(keyOf(from), `${kept} ${id}`);
      return { approval, isRepeat: false };
    },
  };
}

function keyOf({ chat, user }: Author): string {
  return `edit:${chat}:${user}`;
}
