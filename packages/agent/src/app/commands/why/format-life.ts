import type { MessageLife as Life } from "@reeve/operations/work/turns";
import { truncateToLine } from "../../../kernel/text/truncate.ts";

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
  place: chat,
}: Life): string[] {
  const what = body.text === undefined ? `${body.verdict} ${body.approval}` : quote(body.text);
  const where = chat ? `${chat.surface}/${chat.chat}` : "an unknown chat";
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
  readonly media?: readonly NonNullable<Life["message"]["body"]["media"]>[number][] | undefined;
  readonly looks?: number | undefined;
}): string[] {
  const files = carried.map(({ kind, file, look }) => {
    const what = [kind, file?.name ?? ""].join(" ").trim();
    const text = look?.text === undefined ? "" : ` ${quote(look.text)}`;
    return `attached ${what}${look ? `: ${look.as}${text}` : ""}`;
  });
  return looks > 1 ? [...files, `reading  ${looks} attempts`] : files;
}

function aboutTurn({ turn, together, usage }: Life): string[] {
  if (!turn) return [];
  const lastly = turn.endedAt === null ? "still running" : `ended ${at(turn.endedAt)}`;
  const input = usage.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = usage.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  const models = [...new Set(usage.map(({ model }) => model))].join(", ");
  const agent = turn.agent === "main" ? "" : `, as the agent ${turn.agent}`;
  return [
    `turn     ${turn.id}  ${turn.state}, started ${at(turn.startedAt)}, ${lastly}, runs as ${turn.role}${agent}`,
    ...(together.length > 0 ? [`together with ${together.map(({ id }) => id).join(", ")}`] : []),
    ...(turn.attempts > 1 ? [`attempts ${turn.attempts}`] : []),
    ...(turn.incident ? [`incident ${turn.incident}`] : []),
    ...(usage.length > 0 ? [`model    ${models}, ${input} tokens in, ${output} out`] : []),
  ];
}

function aboutApproval(approval: Life["approvals"][number]): string {
  const { id, state, preview, edits, needed, votes } = approval;
  const changes = edits > 0 ? `, changed ${edits} times` : "";
  const people = needed > 1 ? `, ${votes} of ${needed} approvals` : "";
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
  return `  prompt ~${history + context + own} tokens: ${context} for context${layers}, ${history} for ${inputs} earlier inputs, ${own} for this turn`;
}

function endOf({ state, reason }: Life["message"]): string {
  return `now      ${state}${reason ? `: ${reason}` : ""}`;
}

const MAX_QUOTE = 160;

function quote(text: string): string {
  return truncateToLine(text, MAX_QUOTE);
}

function at(time: number): string {
  return new Date(time).toISOString();
}
