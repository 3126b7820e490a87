import { useField } from "../../data/address.ts";
import { useTexts } from "../../data/texts.ts";
import "./chat.css";
import { Chats } from "./chats.tsx";
import { Conversation } from "./conversation.tsx";
import type english from "./texts/en.json";

/** The conversations, and the open one. */
export function Chat() {
  const t = useTexts<typeof english>("chat");
  const [open] = useField("c", "main");
  return (
    <div className="chat-page">
      <h1 className="unseen">{t("title")}</h1>
      <Chats open={open} />
      <Conversation key={open} chat={open} />
    </div>
  );
}
