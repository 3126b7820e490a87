import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/client";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Sampling } from "../../kernel/sampling.ts";

/** The argument that answers a server's questions. No server receives it. */
export const ANSWERS = "_answers";

/** Texts of servers are cut here: a person reads them. */
const MAX_QUESTION = 2000;
const MAX_FIELDS = 4000;

export const answersSchema = z
  .array(
    z.object({
      question: z.string().max(MAX_QUESTION),
      action: z.enum(["accept", "decline"]),
      values: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
        .optional(),
    }),
  )
  .max(5);

export type Answers = z.output<typeof answersSchema>;

/** A call that runs, and during which its server may ask something. */
export interface RunningCall {
  readonly answers: Answers;
  /** Absent if the server may not use the model. */
  readonly sampling: Sampling | undefined;
  /** Aborts when the call ends. */
  readonly signal: AbortSignal;
  /** Ends the call with the question of its server. */
  readonly end: (question: Fault) => void;
  /** Ends the call, on which its server may still work. */
  readonly abandon: (reason: Fault) => void;
}

/**
 * Answers a server's question with what a person approved together with the call. A question without an
 * answer ends the call; one that comes while several calls run belongs to none of them and is declined.
 */
export function answerQuestion(
  server: string,
  request: ElicitRequestParams,
  running: ReadonlySet<RunningCall>,
): ElicitResult {
  const [call] = running;
  if (!call || running.size > 1) return { action: "decline" };
  const question = request.message.slice(0, MAX_QUESTION);
  const answer = call.answers.find((one) => one.question === question);
  if (answer?.action === "accept") return { action: "accept", content: answer.values ?? {} };
  if (answer) return { action: "decline" };
  call.end(toFault(server, question, request));
  return { action: "cancel" };
}

function toFault(server: string, question: string, request: ElicitRequestParams): Fault {
  const what =
    "url" in request
      ? `It wants the person to open this address: ${request.url.slice(0, MAX_FIELDS)}`
      : `It wants values for: ${JSON.stringify(request.requestedSchema).slice(0, MAX_FIELDS)}`;
  const answer = JSON.stringify([{ question, action: "accept", values: {} }]);
  return new Fault("invalid", `The MCP server ${server} asks: "${question}" ${what}`, {
    hint: `Nobody has answered. Tell the person which server asks, and ask them. To answer, repeat the call with the same arguments and "${ANSWERS}": ${answer}. The person has to approve that call.`,
  });
}
