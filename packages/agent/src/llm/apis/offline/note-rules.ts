import { fieldOf, recordsOf } from "./read-value.ts";
import type { Rule } from "./rule.ts";
import { call, type Found, answerWith, type Step } from "./step.ts";

/** How many notes an answer lists. */
const LIMIT = 20;

/** Taking, listing, finding and deleting notes. */
export const noteRules: readonly Rule[] = [
  {
    patterns: [
      /^(?:list|show|read|give|display|see|what are)(?: me)?(?: all)?(?: of)?(?: my| the| our)? (?:recent |latest |last )?notes$/i,
      /^(?:do i have|are there)(?: any)? notes$/i,
      /^what(?: notes)? (?:do|did) i (?:have )?(?:noted?|notes?|written down|write down)$/i,
      /^what notes (?:do i have|are there)$/i,
      /^(?:my )?notes$/i,
    ],
    answer: () =>
      call({ name: "note_list", args: { limit: LIMIT } }, (found) =>
        answerWith(listNotes(found, "")),
      ),
  },
  {
    patterns: [
      /^(?:search|look|check)(?: through| in| for)?(?: my| the)? notes (?:for|about|on) (?<query>.+)$/i,
      /^(?:list|show|find|search|get|read)(?: me)?(?: for)?(?: all| any)?(?: of)?(?: my| the)? notes? (?:about|on|for|with|containing|mentioning|regarding|that mention) (?<query>.+)$/i,
      /^do i have(?: any| a)? notes? (?:about|on|for) (?<query>.+)$/i,
      /^what did i (?:note|write down) about (?<query>.+)$/i,
    ],
    answer: (match) => searchNotes(match("query")),
  },
  {
    patterns: [
      /^(?:delete|remove|discard|erase)(?: my| the)? note (?:with (?:the )?(?:id|title) |titled |called |about |number |#)?(?<which>.+)$/i,
      /^(?:delete|remove|discard|erase)(?: my| the) (?<which>.+) note$/i,
    ],
    answer: (match) => deleteNote(unquote(match("which"))),
  },
  {
    patterns: [
      /^(?:(?:take|make|add|create|write|save|new)(?: me)?(?: an?| the| this)? )?(?:new |quick |short )?note(?: down| to self)?(?: titled| called)? "(?<title>[^"\n]{1,100})"\s*[:,-]?\s+(?:saying |that )?(?<text>[\s\S]+)$/i,
      /^(?:(?:take|make|add|create|write|save|new)(?: me)?(?: an?| the| this)? )?(?:new |quick |short )?note(?: down| to self)?\s*(?:[:,-]|that|saying|saying that|about|of|to)?\s+(?<text>[\s\S]+)$/i,
      /^(?:write down|jot down|put down)(?: that|:)? (?<text>[\s\S]+)$/i,
      /^note:(?<text>[\s\S]+)$/i,
    ],
    answer: (match) => takeNote({ text: match("text"), title: match("title") }),
  },
];

function takeNote({ text, title }: { text: string; title: string }): Step | undefined {
  if (text === "") return undefined;
  const args = title === "" ? { text } : { title, text };
  return call({ name: "note_create", args }, (found) => {
    const [note] = [found.value].flatMap((value) => recordsOf({ text: "", value: [value] }));
    const id = note && fieldOf(note, "id");
    return answerWith(`Noted: ${title ? `${title}: ` : ""}${text}${id ? ` (${id})` : ""}`);
  });
}

function searchNotes(query: string): Step {
  return call({ name: "note_search", args: { query } }, (found) =>
    answerWith(listNotes(found, query)),
  );
}

function listNotes(found: Found, query: string): string {
  const notes = recordsOf(found);
  const about = query ? ` about ${query}` : "";
  if (notes.length === 0) return query ? `I found no notes${about}.` : "You have no notes yet.";
  return `Your notes${about}:\n\n${notes.map(noteLine).join("\n")}`;
}

function noteLine(note: Record<string, unknown>): string {
  const title = fieldOf(note, "title");
  const text = fieldOf(note, "text") ?? "";
  const [first = ""] = (title ? `${title}: ${text}` : text).split("\n");
  const id = fieldOf(note, "id");
  return `- ${first.slice(0, 200)}${id ? ` (${id})` : ""}`;
}

/** Notes from tools, UUIDs, and our own ids: no title in words has a capital or a digit inside. */
const LOOKS_LIKE_ID =
  /^(?:(?:note-)?(?=.*\d)[0-9a-fA-F-]{8,36}|(?=.+[\dA-Z])[1-9A-HJ-NP-Za-km-z]{22})$/;

/** A title is looked up first, so that what gets deleted is one note and the right one. */
function deleteNote(which: string): Step {
  if (LOOKS_LIKE_ID.test(which)) return removeNote(which, which);

  return call({ name: "note_search", args: { query: which } }, (found) => {
    const notes = recordsOf(found);
    const [only] = notes.length > 1 ? notes.filter((note) => isTitled(note, which)) : notes;
    const id = only && fieldOf(only, "id");
    if (id) return removeNote(id, which);
    if (notes.length === 0) return answerWith(`I found no notes about ${which}.`);
    return answerWith(
      `Several notes match. Say "delete note <id>":\n\n${notes.map(noteLine).join("\n")}`,
    );
  });
}

function isTitled(note: Record<string, unknown>, title: string): boolean {
  return [fieldOf(note, "title"), fieldOf(note, "text")].some(
    (text) => text?.toLowerCase() === title.toLowerCase(),
  );
}

function removeNote(id: string, which: string): Step {
  return call({ name: "note_delete", args: { id } }, () =>
    answerWith(`The note ${which} is deleted.`),
  );
}

function unquote(text: string): string {
  return text.replace(/^["'“]|["'”]$/g, "");
}
