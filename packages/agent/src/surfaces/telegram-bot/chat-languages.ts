import type { SurfaceMemory } from "../surface-memory.ts";
import { type Texts, textsIn } from "./texts.ts";

/** In which language each chat is spoken to: that of the person who wrote there last. */
export interface ChatLanguages {
  /** Keeps what a sender's program speaks; cheap where it is known already. */
  note(chat: string, language: string | undefined): Promise<void>;
  textsFor(chat: string): Promise<Texts>;
}

/** So many chats are known without a look into what is kept. */
const MOST_KNOWN = 10_000;

export function createChatLanguages(memory: SurfaceMemory): ChatLanguages {
  const known = new Map<string, string>();
  const learn = (chat: string, language: string) => {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(chat, language);
  };
  const languageOf = async (chat: string): Promise<string> => {
    const found = known.get(chat) ?? (await memory.get(keyOf(chat))) ?? "en";
    learn(chat, found);
    return found;
  };
  return {
    async note(chat, language) {
      if (language === undefined || language === (await languageOf(chat))) return;
      await memory.set(keyOf(chat), language);
      learn(chat, language);
    },
    textsFor: async (chat) => textsIn(await languageOf(chat)),
  };
}

function keyOf(chat: string): string {
  return `language:${chat}`;
}
