import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type AskByName, askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";

const token = z.object({
  id: z.string(),
  name: z.string(),
  person: z.string(),
  owner: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  lastUsedAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
});

const signedOut = z.object({ browsers: z.int() });

type Token = z.output<typeof token>;

const SHAPES = {
  list: "reeve tokens",
  create: "reeve tokens create <name> --scope chat",
  revoke: "reeve tokens revoke <id>",
  "sign-out": "reeve tokens sign-out",
} as const;

interface Options {
  readonly scope?: readonly string[] | undefined;
  readonly days?: string | undefined;
  readonly for?: string | undefined;
}

/** `reeve tokens`: what lets programs use the HTTP API. A token's text is printed once, when it is made. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    scope: { type: "string", multiple: true },
    days: { type: "string" },
    for: { type: "string" },
  });
  const [verb = "list", ...rest] = positionals;
  return askAgent(parts, async (ask) => {
    const { value, text } = await answer(verb, { rest, values }, ask);
    parts.stdout.write(values.json ? `${JSON.stringify(value)}\n` : text);
    return 0;
  });
}

interface Answer {
  readonly value: unknown;
  readonly text: string;
}

async function answer(
  verb: string,
  { rest, values }: { readonly rest: readonly string[]; readonly values: Options },
  ask: AskByName,
): Promise<Answer> {
  switch (verb) {
    case "list": {
      const value = z.array(token).parse(await ask("tokens.list", {}));
      const text = value.map(toLine).join("");
      return { value, text: text || `There are no tokens. Make one: ${SHAPES.create}\n` };
    }
    case "create":
      return create(needed(rest.join(" "), "create"), values, ask);
    case "revoke": {
      const value = await ask("tokens.revoke", { id: needed(rest[0], "revoke") });
      return { value, text: "It opens nothing any more.\n" };
    }
    case "sign-out": {
      const value = signedOut.parse(await ask("tokens.sign-out", {}));
      return { value, text: `${value.browsers} browsers were signed out.\n` };
    }
    default:
      throw new Fault("invalid", `Unknown: reeve tokens ${verb}`, {
        hint: `There is ${Object.values(SHAPES).join(", ")}.`,
      });
  }
}

async function create(name: string, values: Options, ask: AskByName): Promise<Answer> {
  const { scope: scopes, days, for: person } = values;
  const made = await ask("tokens.create", {
    name,
    ...(scopes && { scopes }),
    ...(person !== undefined && { person }),
    ...(days !== undefined && { days: Number(days) }),
  });
  const value = token.extend({ token: z.string() }).parse(made);
  return {
    value,
    text: `${toLine(value)}\n  ${value.token}\n\nKeep it: it is not shown again. Send it as "Authorization: Bearer …" or "X-API-Token: …".\n`,
  };
}

function toLine({ id, name, owner, scopes, ...times }: Token): string {
  const { expiresAt, lastUsedAt, revokedAt } = times;
  const used = lastUsedAt === null ? "never used" : `used ${toDay(lastUsedAt)}`;
  const until = expiresAt === null ? "" : `, until ${toDay(expiresAt)}`;
  const end = revokedAt === null ? until : `, revoked ${toDay(revokedAt)}`;
  return `${id}  ${name} (${scopes.join(", ")}) for ${owner}, ${used}${end}\n`;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

function needed(word: string | undefined, verb: keyof typeof SHAPES): string {
  if (word) return word;
  throw new Fault("invalid", `Something is missing: reeve tokens ${verb}`, {
    hint: `Write it like: ${SHAPES[verb]}`,
  });
}
