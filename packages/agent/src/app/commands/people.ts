import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { personView, shownPersonView } from "../../surfaces/http/person-view.ts";
import { type AskByName, askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";

const SHAPES = {
  list: "reeve people",
  show: "reeve people show <person>",
  role: "reeve people role <person> admin|member|guest|stranger",
  pair: "reeve people pair [<code> member|guest|admin|refuse]",
  link: "reeve people link [<code>]",
  unlink: "reeve people unlink <link>",
} as const;

/**
 * `reeve people`: who the agent knows. `link` prints a code to say on another surface, or
 * takes one from there; then both are one person. `pair` lets somebody in who was shown a code.
 */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const [verb = "list", ...rest] = positionals;
  return askAgent(parts, async (ask) => {
    const { value, text } = await answer(verb, rest, ask);
    parts.stdout.write(values.json ? `${JSON.stringify(value)}\n` : text);
    return 0;
  });
}

interface Answer {
  readonly value: unknown;
  readonly text: string;
}

async function answer(verb: string, rest: readonly string[], ask: AskByName): Promise<Answer> {
  const [first, second] = rest;
  switch (verb) {
    case "list": {
      const value = z.array(personView).parse(await ask("people.list", {}));
      return { value, text: value.map(toLine).join("") };
    }
    case "show":
      return show(ask, needed(first, "show"));
    case "role": {
      const value = await ask("people.role", {
        person: needed(first, "role"),
        role: needed(second, "role"),
      });
      return { value, text: "Noted.\n" };
    }
    case "pair":
      return first === undefined ? listPairings(ask) : pair(ask, first, second ?? "member");
    case "link":
      return first === undefined ? offerCode(ask) : link(ask, first);
    case "unlink": {
      const value = await ask("people.unlink", { link: needed(first, "unlink") });
      return { value, text: "What was moved by the link is moved back.\n" };
    }
    default:
      throw new Fault("invalid", `Unknown: reeve people ${verb}`, {
        hint: `There is ${Object.values(SHAPES).join(", ")}.`,
      });
  }
}

const pairing = z.object({
  code: z.string(),
  name: z.string(),
  surface: z.string(),
  externalId: z.string(),
  expiresAt: z.number(),
});

async function listPairings(ask: AskByName): Promise<Answer> {
  const value = z.array(pairing).parse(await ask("people.pairings", {}));
  const lines = value.map(
    ({ code, name, surface, externalId, expiresAt }) =>
      `${code}  ${name}, ${surface}:${externalId}, until ${new Date(expiresAt).toISOString()}\n`,
  );
  return { value, text: lines.join("") || "Nobody asks to be let in.\n" };
}

async function pair(ask: AskByName, code: string, word: string): Promise<Answer> {
  const value = z
    .object({ name: z.string(), role: z.string() })
    .parse(await ask("people.pair", { code, answer: word }));
  const { name, role } = value;
  return {
    value,
    text: role === "stranger" ? `${name} is refused.\n` : `${name} is a ${role} now.\n`,
  };
}

async function show(ask: AskByName, name: string): Promise<Answer> {
  const value = shownPersonView.parse(await ask("people.show", { person: name }));
  const chats = value.places.map(({ surface, chat, kind }) => `  ${kind} ${surface}/${chat}\n`);
  const links = value.links.map(
    ({ id, joined, at, undoneAt }) =>
      `  link ${id}: ${joined} joined ${new Date(at).toISOString()}${undoneAt === null ? "" : ", undone"}\n`,
  );
  return { value, text: [toLine(value), ...chats, ...links].join("") };
}

async function offerCode(ask: AskByName): Promise<Answer> {
  const value = z
    .object({ code: z.string(), expiresAt: z.number() })
    .parse(await ask("people.code", {}));
  const until = new Date(value.expiresAt).toISOString();
  const text = `Write this in a direct chat with the agent, from the account that is yours, before ${until}:\n\n  /link ${value.code}\n\nIt works once. Give it to nobody: whoever writes it becomes you.\n`;
  return { value, text };
}

async function link(ask: AskByName, code: string): Promise<Answer> {
  const value = z.object({ name: z.string() }).parse(await ask("people.link", { code }));
  return { value, text: `Linked with ${value.name}.\n` };
}

function toLine({ id, name, role, identities }: z.output<typeof personView>): string {
  const names = identities.map(({ surface, externalId }) => `${surface}:${externalId}`);
  return `${name} (${role})  ${id}\n  ${names.join(" ") || "no names"}\n`;
}

function needed(word: string | undefined, verb: keyof typeof SHAPES): string {
  if (word !== undefined) return word;
  throw new Fault("invalid", `Something is missing: reeve people ${verb}`, {
    hint: `Write it like: ${SHAPES[verb]}`,
  });
}
