import { type ChatView, sessions } from "@reeve/operations/work/sessions";
import { Plus } from "lucide-react";
import { Button } from "react-aria-components";
import { hrefOf } from "../../data/address.ts";
import { newKey, useAsk } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";

/** The chats that the person can read, on every channel. */
export function Chats({ open }: { readonly open: string }) {
  const t = useTexts<typeof english>("chat");
  const { time } = useFormats();
  const query = useAsk(sessions.chats, { limit: 100 });
  const chats = query.data?.items ?? [];
  return (
    <aside className="chats" aria-label={t("chats")}>
      <Button
        className="button"
        onPress={() => {
          location.hash = hrefOf("/chat", { c: `chat-${newKey().slice(0, 6)}` });
        }}
      >
        <Plus size={16} aria-hidden />
        {t("newChat")}
      </Button>
      <ul>
        {chats.some(({ id }) => id === "main") || (
          <li>
            <a
              href={hrefOf("/chat", { c: "main" })}
              aria-current={open === "main" ? "page" : undefined}
            >
              <strong>{t("mainChat")}</strong>
            </a>
          </li>
        )}
        {chats.map((chat) => {
          const { id, at } = chat;
          if (id === null) return null;
          return (
            <li key={id}>
              <a href={hrefOf("/chat", { c: id })} aria-current={id === open ? "page" : undefined}>
                <strong>{titleOf(chat)}</strong>
                <time className="meta" dateTime={new Date(at).toISOString()}>
                  {time(at)}
                </time>
                <span className="meta">{chat.text}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </aside>
  );

  function titleOf(chat: ChatView): string {
    const { id, kind, surface, channel } = chat;
    if (surface === "http") return id === "main" ? t("mainChat") : t("browserChat");
    return kind === "direct" ? channel : t("groupOn", { channel });
  }
}
