import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type AskByName, askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";

const webhook = z.object({
  webhook: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string(),
  state: z.enum(["on", "off"]),
  reason: z.string().nullable(),
  deliveries: z.object({ waiting: z.number(), sent: z.number(), dead: z.number() }),
});

const withSecret = webhook.extend({ secret: z.string().optional() });

const delivery = z.object({
  id: z.string(),
  webhook: z.string(),
  type: z.string(),
  state: z.string(),
  attempts: z.number(),
  reason: z.string().nullable(),
  createdAt: z.number(),
});

const tested = z.object({
  arrived: z.boolean(),
  status: z.number().optional(),
  reason: z.string().optional(),
  tookMs: z.number(),
});

const known = z.array(z.object({ name: z.string(), version: z.number(), summary: z.string() }));

type Webhook = z.output<typeof webhook>;

/** What one verb asks, and what of the answer is shown. */
type Verb = (ask: AskByName, said: Said) => Promise<readonly [value: unknown, text: string]>;

interface Said {
  readonly subject: string | undefined;
  readonly options: ReturnType<typeof parse>["values"];
}

/** `reeve webhooks`: where events are sent, what arrived, and again what did not. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values: options, positionals } = parse(args);
  const [verb = "list", subject, ...rest] = positionals;
  const perform = VERBS.get(verb);
  const isWhole = rest.length === 0 && (subject !== undefined || !NEED_SUBJECT.has(verb));
  if (!perform || !isWhole)
    throw new Fault("invalid", `Not about webhooks: ${positionals.join(" ")}`, {
      hint: "Write it like: reeve webhooks create https://example.com/events --event agent.completed",
    });
  return askAgent(parts, async (ask) => {
    const [value, text] = await perform(ask, { subject, options });
    parts.stdout.write(options.json ? `${JSON.stringify(value)}\n` : `${text}\n`);
    return 0;
  });
}

function parse(args: readonly string[]) {
  return readArgs(args, {
    event: { type: "string", multiple: true },
    url: { type: "string" },
    description: { type: "string" },
    on: { type: "boolean" },
    off: { type: "boolean" },
    rotate: { type: "boolean" },
    state: { type: "string" },
    limit: { type: "string" },
    dead: { type: "boolean" },
  });
}

const NEED_SUBJECT: ReadonlySet<string> = new Set(["create", "update", "remove", "test", "replay"]);

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  [
    "list",
    async (ask) => {
      const all = z.array(webhook).parse(await ask("webhooks.list", {}));
      const lines = all.map(toLine).join("\n");
      return [all, all.length === 0 ? "Nobody is told of events." : lines];
    },
  ],
  [
    "events",
    async (ask) => {
      const answer = await ask("webhooks.events", {});
      const lines = known.parse(answer).map(({ name, summary }) => `${name.padEnd(20)} ${summary}`);
      return [answer, lines.join("\n")];
    },
  ],
  [
    "create",
    async (ask, { subject: url, options: { event: events, description } }) =>
      told(await ask("webhooks.create", { url, events, description })),
  ],
  [
    "update",
    async (ask, { subject, options }) => {
      const { url, event: events, description, rotate } = options;
      const enabled = options.on === options.off ? undefined : options.on === true;
      const change = { webhook: subject, url, events, description, enabled, rotate };
      return told(await ask("webhooks.update", change));
    },
  ],
  [
    "remove",
    async (ask, { subject }) => [
      await ask("webhooks.remove", { webhook: subject }),
      `${subject} is told nothing any more.`,
    ],
  ],
  [
    "test",
    async (ask, { subject }) => {
      const answer = tested.parse(await ask("webhooks.test", { webhook: subject }));
      const said = answer.status === undefined ? answer.reason : `it answered ${answer.status}`;
      return [
        answer,
        `${answer.arrived ? "Arrived" : "Did not arrive"}: ${said} (${answer.tookMs} ms).`,
      ];
    },
  ],
  [
    "deliveries",
    async (ask, { subject, options: { state, limit } }) => {
      const filter = { webhook: subject, state, ...(limit && { limit: Number(limit) }) };
      const rows = z.array(delivery).parse(await ask("webhooks.deliveries", filter));
      const lines = rows.map(
        ({ id, type, attempts, reason, createdAt, ...row }) =>
          `${new Date(createdAt).toISOString().slice(0, 19)}Z ${row.state.padEnd(8)} ${type.padEnd(20)} ${id} (${attempts} ${attempts === 1 ? "attempt" : "attempts"}${reason === null ? "" : `; ${reason}`})`,
      );
      return [rows, rows.length === 0 ? "Nothing was sent yet." : lines.join("\n")];
    },
  ],
  [
    "replay",
    async (ask, { subject, options: { dead } }) => {
      const which = dead ? { webhook: subject } : { delivery: subject };
      const answer = await ask("webhooks.replay", which);
      const { replayed } = z.object({ replayed: z.number() }).parse(answer);
      return [answer, `${replayed} sent again.`];
    },
  ],
]);

function told(answer: unknown): readonly [value: unknown, text: string] {
  const one = withSecret.parse(answer);
  const secret = one.secret === undefined ? [] : [`secret  ${one.secret}  (it is shown this once)`];
  return [answer, [toLine(one), ...secret].join("\n")];
}

function toLine({ webhook: id, url, events, state, reason, deliveries, description }: Webhook) {
  const { waiting, sent, dead } = deliveries;
  const off = state === "off" ? `; off${reason === null ? "" : `: ${reason}`}` : "";
  const about = description === "" ? "" : `; ${description}`;
  return `${id} ${url} ${events.join(",")} (${sent} sent, ${waiting} waiting, ${dead} given up${off}${about})`;
}
