import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { itemId } from "../../../tools/item-id.ts";

/** Saves a note under an id that derives from the call, so that a repeated call finds it. */
export const noteCreate = defineTool({
  name: "note_create",
  summary:
    "Save a note for the person who asks for it. Use it when they want something noted " +
    "down; for what you should remember yourself, use memory_write.",
  effect: "write",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  replay: "same-key",
  needs: ["notes"],
  utterances: [
    "note down the wifi code: blue-seven-nine",
    "make a note that the plumber charges 80",
    "jot this down for me",
    "save an idea: a lamp made of driftwood",
    "write that in my notes with the tag garden",
    "Notier dir das Kennzeichen für mich",
    "prends note : le code du portail est 4417",
    "apunta que la reunión fue aplazada",
    "запиши заметку: размер рамы 40 на 60",
    "记个笔记：房东电话尾号3321",
    "anota essa ideia para mim",
    "zanotuj, że klucz jest u sąsiadki",
  ],
  params: z.object({
    text: z.string().trim().min(1).max(10_000).describe("Note, in the person's words."),
    title: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("A short title that makes the note easy to find."),
    tags: z
      .array(z.string().trim().min(1).max(50))
      .max(20)
      .optional()
      .describe('Words to group notes by, such as "shopping".'),
  }),

  run: (draft, { notes, callId }) => notes.create({ ...draft, id: itemId("note", callId) }),
});
