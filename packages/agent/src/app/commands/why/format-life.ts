import { z } from "zod";
import { oneLine } from "../../../kernel/cut-text.ts";

const media = z.object({
  kind: z.string(),
  file: z.object({ name: z.string().optional() }).optional(),
  look: z.object({ as: z.string(), text: z.string().optional() }).optional(),
});

const message = z.object({
  id: z.string(),
  messageId: z.string(),
  edit: z.number(),
  body: z.union([
    z.object({
      kind: z.literal("message"),
      text: z.string(),
      name: z.string(),
      role: z.string(),
      media: z.array(media).optional(),
      looks: z.number().optional(),
    }),
    z.object({
      kind: z.literal("plan-step"),
      text: z.string(),
      name: z.string(),
      role: z.string(),
    }),
    z.object({
      kind: z.literal("decision"),
      approval: z.string(),
      verdict: z.string(),
      name: z.string(),
      role: z.string(),
    }),
  ]),
  state: z.string(),
  reason: z.string().nullable(),
  receivedAt: z.number(),
  trace: z.string(),
});

const call = z.object({
  id: z.string(),
  tool: z.string(),
  args: z.unknown(),
  effect: z.string(),
  replay: z.string(),
  verdict: z.string(),
  state: z.string(),
  origin: z.string().nullable(),
  result: z
    .object({ type: z.string(), text: z.string().optional(), approval: z.string().optional() })
    .optional(),
  artifact: z.string().nullable(),
});

/** As much of a message's life as people read. */
export const lifeSchema = z.object({
  message,
  place: z.object({ surface: z.string(), chat: z.string(), mode: z.string() }).optional(),
  turn: z
    .object({
      id: z.string(),
      session: z.string(),
      state: z.string(),
      attempts: z.number(),
      role: z.string(),
      agent: z.string(),
      incident: z.string().nullable(),
      startedAt: z.number(),
      endedAt: z.number().nullable(),
    })
    .optional(),
  together: z.array(message),
  steps: z.array(
    z.object({
      n: z.number(),
      kind: z.string(),
      state: z.string(),
      text: z.string(),
      calls: z.array(call),
    }),
  ),
  approvals: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      preview: z.string(),
      edits: z.number(),
      needed: z.number(),
      votes: z.number(),
    }),
  ),
  usage: z.array(
    z.object({ model: z.string(), inputTokens: z.number(), outputTokens: z.number() }),
  ),
  prompts: z.array(
    z.object({
      step: z.number(),
      estTokensHistory: z.number(),
      estTokensContext: z.number(),
      estTokensUserTurn: z.number(),
      contextLayers: z.array(z.string()),
      historyInteractions: z.number(),
    }),
  ),
  outbox: z.array(
    z.object({
      position: z.number(),
      state: z.string(),
      attempts: z.number(),
      receipt: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});

type Life = z.output<typeof lifeSchema>;

/** A message's life as lines, oldest first. */
export function formatLife(life: Life): string {
  const lines = [
    ...aboutMessage(life),
    ...aboutTurn(life),
    ...life.steps.flatMap((step) => [
      ...aboutStep(step),
      ...life.prompts.filter((prompt) => prompt.step === step.n).map(aboutPrompt),
    ]),
    ...life.approvals.map(aboutApproval),
    ...life.outbox.map(
      ({ position, state, attempts, receipt, reason }) =>
        `reply part ${position}  ${state}${receipt ? ` as ${receipt}` : ""}${attempts > 0 ? `, after ${attempts} failures` : ""}${reason === null ? "" : `: ${reason}`}`,
    ),
    endOf(life.message),
  ];
  return `${lines.join("\n")}\n`;
}

function aboutMessage({
  message: { id, messageId, body, receivedAt, trace },
  place,
}: Life): string[] {
  const what = "text" in body ? quote(body.text) : `${body.verdict} ${body.approval}`;
  const where = place ? `${place.surface}/${place.chat}` : "an unknown place";
  return [
    `message  ${id}  (${messageId} in ${where})`,
    `trace    ${trace}`,
    `accepted ${at(receivedAt)}  ${body.kind} of ${body.name}, ${body.role}: ${what}`,
    ...(body.kind === "message" ? aboutFiles(body) : []),
  ];
}

function aboutFiles({
  media: carried = [],
  looks = 0,
}: {
  readonly media?: readonly z.output<typeof media>[] | undefined;
  readonly looks?: number | undefined;
}): string[] {
  const files = carried.map(({ kind, file, look }) => {
    const what = [kind, file?.name ?? ""].join(" ").trim();
    const text = look?.text === undefined ? "" : ` ${quote(look.text)}`;
    return `carried  ${what}${look ? `: ${look.as}${text}` : ""}`;
  });
  return looks > 1 ? [...files, `looks    ${looks} attempts to read it`] : files;
}

function aboutTurn({ turn, together, usage }: Life): string[] {
  if (!turn) return [];
  const lastly = turn.endedAt === null ? "still running" : `ended ${at(turn.endedAt)}`;
  const input = usage.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = usage.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  const models = [...new Set(usage.map(({ model }) => model))].join(", ");
  const agent = turn.agent === "main" ? "" : `, as the agent ${turn.agent}`;
  return [
    `turn     ${turn.id}  ${turn.state}, began ${at(turn.startedAt)}, ${lastly}, acts as ${turn.role}${agent}`,
    ...(together.length > 0 ? [`together with ${together.map(({ id }) => id).join(", ")}`] : []),
    ...(turn.attempts > 1 ? [`attempts ${turn.attempts}`] : []),
    ...(turn.incident ? [`incident ${turn.incident}`] : []),
    ...(usage.length > 0 ? [`model    ${models}, ${input} tokens in, ${output} out`] : []),
  ];
}

function aboutApproval(approval: Life["approvals"][number]): string {
  const { id, state, preview, edits, needed, votes } = approval;
  const changes = edits > 0 ? `, changed ${edits} times` : "";
  const people = needed > 1 ? `, ${votes} of ${needed} allowed it` : "";
  return `approval ${id}  ${state}${changes}${people}  ${preview}`;
}

function aboutStep({ n, kind, state, text, calls }: Life["steps"][number]): string[] {
  const said = text === "" ? "" : `  ${quote(text)}`;
  return [
    `step ${n}   ${kind}, ${state}${said}`,
    ...calls.map((one) => {
      const origin = one.origin ? ` under approval ${one.origin}` : "";
      const result = one.result ? ` → ${one.result.type} ${quote(one.result.text ?? "")}` : "";
      return `  call   ${one.tool} ${quote(JSON.stringify(one.args))}  ${one.effect}, ${one.verdict}, ${one.state}${origin}${result}`;
    }),
  ];
}

function aboutPrompt({
  estTokensHistory: history,
  estTokensContext: context,
  estTokensUserTurn: own,
  contextLayers,
  historyInteractions: inputs,
}: Life["prompts"][number]): string {
  const layers = contextLayers.length > 0 ? ` (${contextLayers.join(", ")})` : "";
  return `  prompt ~${history + context + own} tokens: ${context} of context${layers}, ${history} of ${inputs} earlier inputs, ${own} of this turn`;
}

function endOf({ state, reason }: Life["message"]): string {
  return `now      ${state}${reason ? `: ${reason}` : ""}`;
}

const MAX_QUOTE = 160;

function quote(text: string): string {
  return oneLine(text, MAX_QUOTE);
}

function at(time: number): string {
  return new Date(time).toISOString();
}
