import type { WhatsAppContent, WhatsAppMessage } from "../api.ts";

/** A message as the Cloud API takes it. */
export function toPayload({
  to,
  content,
  mark,
}: WhatsAppMessage): Readonly<Record<string, unknown>> {
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipientOf(to),
    ...contentOf(content),
    ...(mark !== undefined && { biz_opaque_callback_data: mark }),
  };
}

/** Meta would take a user id in `to` for a number, answer as always, and deliver nothing. */
function recipientOf(to: string): Readonly<Record<string, unknown>> {
  return /^\d+$/.test(to) ? { to } : { recipient: to };
}

function contentOf(content: WhatsAppContent): Readonly<Record<string, unknown>> {
  switch (content.type) {
    case "text":
      return { type: "text", text: { body: content.text, preview_url: false } };
    case "buttons":
      return interactive("button", content.text, {
        buttons: content.buttons.map((reply) => ({ type: "reply", reply })),
      });
    case "list":
      return interactive("list", content.text, {
        button: content.open,
        sections: [{ rows: content.rows }],
      });
    case "reaction":
      return {
        type: "reaction",
        reaction: { message_id: content.message, emoji: content.emoji },
      };
    case "media": {
      const { kind, media: id, caption, name } = content;
      const file = {
        id,
        ...(caption !== undefined && kind !== "audio" && kind !== "sticker" && { caption }),
        ...(name !== undefined && kind === "document" && { filename: name }),
      };
      return { type: kind, [kind]: file };
    }
    case "template": {
      const { name, language: code } = content;
      return { type: "template", template: { name, language: { code } } };
    }
  }
}

function interactive(type: "button" | "list", text: string, action: unknown) {
  return { type: "interactive", interactive: { type, body: { text }, action } };
}
