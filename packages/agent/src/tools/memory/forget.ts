import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { truncateToLine } from "../../kernel/text/truncate.ts";
import { texts } from "../../platform/texts.ts";
import { MAX_NAME, showId } from "../show-id.ts";

/** Forgets forever, after a person agreed. A repeated call finds what it did. */
export const memoryForget = defineTool({
  name: "memory_forget",
  summary:
    "Permanently forget something, with everything that was derived from it, when the user asks for it; they are asked first. " +
    "id: the id of a fact, note, message, conversation or file passage, from memory_search or memory_explain. " +
    "query: words that it contains; if several items match, nothing is removed and their ids are listed.",
  effect: "destroy",
  scope: "dm-only",
  access: "member",
  resultOrigin: "services",
  replay: "same-key",
  timeoutMs: 120_000,
  needs: ["forgetting"],
  utterances: [
    "forget what I told you about my sister",
    "erase that from your memory forever",
    "you must not remember my old phone number any more",
    "wipe everything you know about the surprise party",
    "delete that fact about me",
    "Vergiss, was ich über meinen Chef gesagt habe",
    "oublie mon ancienne adresse",
    "olvida lo que te dije de mi ex",
    "забудь всё, что знаешь о моём бывшем",
    "忘掉我之前告诉你的密码",
    "esqueça o que eu disse sobre isso",
    "zapomnij o moim starym adresie",
  ],
  params: z.object({
    id: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe("Id or path of the item, as shown in search results."),
    query: z
      .string()
      .trim()
      .min(2)
      .max(500)
      .optional()
      .describe("A phrase, or words that must all appear in the item."),
  }),

  // As JSON, words with line breaks cannot pretend to be a longer question.
  confirm: ({ id, query }, view) => {
    const { forgetOne, forgetFound } = texts(view.language).questions.memory;
    if (id !== undefined) return forgetOne({ id: showId(id, view) });
    return forgetFound({ query: JSON.stringify(query ?? "") });
  },

  done: ({ id, query }, view) => {
    const { forgetOne, forgetFound } = texts(view.language).results.memory;
    if (view.result.includes('"forgotten":false')) return undefined;
    if (id !== undefined) return forgetOne({ id: showId(id, view) });
    return forgetFound({ query: JSON.stringify(query ?? "") });
  },

  async names({ id }, { forgetting }) {
    const name = id === undefined ? undefined : await forgetting.nameOf(id);
    return id === undefined || name === undefined ? {} : { [id]: truncateToLine(name, MAX_NAME) };
  },

  async run({ id, query }, { forgetting, callId: key }) {
    if ((id === undefined) === (query === undefined))
      throw new Fault("invalid", "Pass either an id or a query.", {
        hint: "Set exactly one of them to choose what to forget.",
      });
    const target = id === undefined ? { query: query ?? "" } : { id };
    const done = await forgetting.forget(target, { key });
    if (done.type === "several")
      return {
        forgotten: false,
        why: "several items contain these words: choose an id",
        hits: done.hits,
      };
    return {
      forgotten: true,
      kind: done.kind,
      rows: done.rows,
      note:
        "Do not repeat what was forgotten. Files and old copies are overwritten as soon as " +
        "this turn ends.",
    };
  },
});
