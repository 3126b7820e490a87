import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";

const hook = z.object({
  name: z.string(),
  path: z.string(),
  place: z.string(),
  role: z.string(),
  trust: z.string(),
  perMinute: z.number(),
  state: z.enum(["on", "off"]),
  secret: z.string().optional(),
});

type Hook = z.output<typeof hook>;

/** `reeve hooks`: which programs may start turns, and in which chat. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parse(args);
  const [verb = "list", name, ...rest] = positionals;
  if (rest.length > 0 || !VERBS.has(verb) || (verb === "list") !== (name === undefined))
    throw new Fault("invalid", `Not about hooks: ${positionals.join(" ")}`, {
      hint: "Write it like: reeve hooks create ci --place cli/main",
    });
  return askAgent(parts, async (ask) => {
    const answer = await ask(`hooks.${verb}`, toParams(verb, name, values));
    const text = verb === "remove" ? `Nobody calls ${name} any more.` : toText(answer);
    parts.stdout.write(values.json ? `${JSON.stringify(answer)}\n` : `${text}\n`);
    return 0;
  });
}

const VERBS: ReadonlySet<string> = new Set(["list", "create", "update", "remove"]);

function parse(args: readonly string[]) {
  return readArgs(args, {
    place: { type: "string" },
    template: { type: "string" },
    role: { type: "string" },
    trust: { type: "string" },
    "per-minute": { type: "string" },
    secret: { type: "string" },
    on: { type: "boolean" },
    off: { type: "boolean" },
    rotate: { type: "boolean" },
  });
}

function toParams(
  verb: string,
  name: string | undefined,
  values: ReturnType<typeof parse>["values"],
): unknown {
  if (verb === "list") return {};
  if (verb === "remove") return { name };
  const { place, template, role, trust, secret, on, off, rotate } = values;
  const perMinute = values["per-minute"];
  const settings = {
    name,
    template,
    role,
    trust,
    ...(place !== undefined && { place: toPlace(place) }),
    ...(perMinute !== undefined && { perMinute: Number(perMinute) }),
  };
  if (verb === "create") return { ...settings, secret };
  return { ...settings, rotate, ...(on !== off && { enabled: on === true }) };
}

/** `telegram-bot/42`: what stands behind the first stroke is the surface's own name. */
function toPlace(text: string): { readonly surface: string; readonly chat: string } {
  const [surface = "", ...chat] = text.split("/");
  return { surface, chat: chat.join("/") };
}

function toText(answer: unknown): string {
  if (!Array.isArray(answer)) return toLines(hook.parse(answer));
  const all = z.array(hook).parse(answer);
  return all.length === 0 ? "No program may call." : all.map(toLines).join("\n");
}

function toLines({ path, place, role, trust, perMinute, state, secret }: Hook): string {
  const off = state === "off" ? ", off" : "";
  const line = `POST ${path} → ${place} (as ${role}, trusted like ${trust}, ${perMinute} a minute${off})`;
  return secret === undefined ? line : `${line}\nsecret  ${secret}  (it is shown this once)`;
}
