import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, replyToId, targetOf } from "./params.ts";
import { POSTING } from "./posting.ts";

/** Posts a point on the map into a chat. */
export const telegramSendLocation = defineTool({
  name: "telegram_send_location",
  summary:
    "Send a location (place, pin on the map, coordinates) to a chat by latitude and longitude, " +
    "so that people can open it in their maps app.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    chatId: chatId("The chat to send the location to"),
    latitude: z.number().min(-90).max(90).describe("Latitude in degrees, such as 52.5163."),
    longitude: z.number().min(-180).max(180).describe("Longitude in degrees, such as 13.3777."),
    replyToId: replyToId(),
  }),
  utterances: [
    "send Kim a pin for the restaurant at 52.5163, 13.3777",
    "drop the meeting point on the map in the hiking chat",
    "share the coordinates of the cabin with Olga",
    "show the group on a map where the car is parked",
    "post the GPS position 48.2, 16.37 to the team",
    "schick Jonas den Standort vom Hotel",
    "envoie la position du camping au groupe",
    "mándale a Pablo la ubicación del bar",
    "отправь Ане точку на карте",
    "把集合地点的定位发到群里",
    "buluşma noktasının konumunu gruba gönder",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, latitude, longitude }, { language }) =>
    texts(language).questions.telegram.sendLocation({
      point: `${latitude}, ${longitude}`,
      chat: nameChat(chat, language),
    }),

  run: ({ chatId: chat, latitude, longitude, replyToId: message }, context) => {
    const { telegram, callId, signal } = context;
    const post = { type: "location", latitude, longitude } as const;
    return telegram.post(chat, post, { callId, signal, replyToId: message });
  },
});
